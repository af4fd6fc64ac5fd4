"""Property tests try the same examples on every machine.

HYPOTHESIS_PROFILE=explore tries many more, and others every time.
"""

import os

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
