"""The site's secret key: made on the first start and kept."""

import os
import secrets
import tempfile
from pathlib import Path


def read_or_make_secret(path: Path) -> str:
    """The secret kept in `path`; a new one is written there, readable by its owner only.

    Two processes starting at once agree: the file appears whole or not at all, and whoever
    comes second reads what the first one wrote.
    """
    if not path.exists():
        descriptor, name = tempfile.mkstemp(dir=path.parent)  # readable by its owner only
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(name, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(name)
    return path.read_text().strip()
