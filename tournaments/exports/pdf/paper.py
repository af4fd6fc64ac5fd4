"""Lengths on paper, in the points that PDF counts in."""

MM = 72 / 25.4
A3 = (297 * MM, 420 * MM)
A4 = (210 * MM, 297 * MM)
A4_LANDSCAPE = (297 * MM, 210 * MM)
A6 = (105 * MM, 148.5 * MM)
