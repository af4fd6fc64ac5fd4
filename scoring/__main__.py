"""`python -m scoring replay [FILE|-]` and `python -m scoring rank [FILE|-]`."""

import os
import sys

from scoring.command_line import main

if __name__ == "__main__":
    try:
        status = main(sys.argv[1:], sys.stdin.buffer, sys.stdout.buffer, sys.stderr)
    except BrokenPipeError:
        # Whoever read the answers has had enough. What Python still holds goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
