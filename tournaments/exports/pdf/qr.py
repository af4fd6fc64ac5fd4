"""QR codes on paper."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from tournaments.qr_codes import qr_code


def draw_qr(canvas: Canvas, text: str, x: float, top: float, size: float) -> None:
    """The code of `text` in a square of `size` points from `top` down, its margin included."""
    code = qr_code(text)
    canvas.saveState()
    canvas.translate(x, top)
    canvas.scale(size / code.size, size / code.size)
    path = canvas.beginPath()
    for run in code.runs:
        path.rect(run.x, -run.y - 1, run.length, 1)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()
