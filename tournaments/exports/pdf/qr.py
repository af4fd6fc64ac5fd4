"""QR codes on paper."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from tournaments.qr_codes import qr_code


def draw_qr(canvas: Canvas, text: str, x: float, top: float, size: float) -> None:
    """The code of `text` in a square of `size` points from `top` down, its margin included."""
    code = qr_code(text)
    square = size / code.size
    path = canvas.beginPath()
    for run in code.runs:
        path.rect(x + run.x * square, top - (run.y + 1) * square, run.length * square, square)
    canvas.drawPath(path, stroke=0, fill=1)
