"""Lengths on paper, in the points that PDF counts in."""

MM = 72 / 25.4
A4 = (210 * MM, 297 * MM)
