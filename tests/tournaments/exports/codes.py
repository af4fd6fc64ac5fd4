"""QR codes read back from the PDFs they are printed in."""

from __future__ import annotations

import re
from io import BytesIO

from pypdf import PdfReader

from tournaments.qr_codes import QrCode, Run

_PATH = re.compile(rb"(?:-?\d+ -?\d+ \d+ 1 re\s+)+f")
_RUN = re.compile(rb"(-?\d+) (-?\d+) (\d+) 1 re")


def codes_in(content: bytes) -> list[QrCode]:
    """Every code on the pages, in the order they are drawn.

    A code is a path of nothing but rectangles one square high. Its margin is four squares, so its
    lowest row tells its size.
    """
    found = []
    for page in PdfReader(BytesIO(content)).pages:
        for path in _PATH.findall(page.get_contents().get_data()):
            runs = tuple(
                Run(int(x), -int(y) - 1, int(length)) for x, y, length in _RUN.findall(path)
            )
            found.append(QrCode(max(run.y for run in runs) + 5, runs))
    return found
