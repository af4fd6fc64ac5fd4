"""The look keeps its promises: contrast, no inline style or script, every sheet linked."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHEETS = ROOT / "tournaments" / "static" / "tuppiliitto"
TEMPLATES = ROOT / "templates"

INKS_ON_PAPER = ["ink", "ink-soft", "pine", "rami-ink", "amber-ink"]
PAIRS_7 = [
    *((ink, "paper") for ink in INKS_ON_PAPER),
    ("amber-ink", "amber-paper"),
    ("rami-ink", "shade"),
    ("pine-deep", "shade"),
    ("ink-soft", "shade"),
    ("on-pine", "pine"),
    ("on-nolo", "nolo"),
]


def tokens(*, dark: bool) -> dict[str, str]:
    text = (SHEETS / "tokens.css").read_text()
    blocks = re.findall(r":root \{(.*?)\n\s*\}", text, flags=re.DOTALL)
    found = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6});", blocks[0]))
    if dark:
        found |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6});", blocks[1]))
    return found


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_every_ink_is_seven_to_one_on_its_ground(dark: bool) -> None:
    colours = tokens(dark=dark)
    weak = [(ink, ground) for ink, ground in PAIRS_7 if contrast(colours[ink], colours[ground]) < 7]
    assert weak == []


@pytest.mark.parametrize("dark", [False, True])
def test_edges_of_fields_are_three_to_one(dark: bool) -> None:
    colours = tokens(dark=dark)
    assert contrast(colours["edge"], colours["paper"]) >= 3


def test_no_template_holds_inline_style_or_script() -> None:
    inline = re.compile(r"\sstyle=|<style|<script(?![^>]*\ssrc=)|\son[a-z]+=|hx-on", re.IGNORECASE)
    found = [
        path.relative_to(ROOT).as_posix()
        for path in sorted(TEMPLATES.rglob("*.html"))
        if inline.search(path.read_text())
    ]
    assert found == []


def test_every_style_sheet_is_linked_by_the_base_page() -> None:
    linked = re.findall(
        r"tuppiliitto/([a-z]+\.css)", (TEMPLATES / "pieces/styles.html").read_text()
    )
    assert sorted(linked) == sorted(path.name for path in SHEETS.glob("*.css"))


def test_no_remark_of_a_template_goes_over_a_line_end() -> None:
    """Django takes such a remark for text, and shows it."""
    open_ones = [
        f"{path.relative_to(TEMPLATES)}: {line}"
        for path in TEMPLATES.rglob("*.*")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.count("{#") != line.count("#}")
    ]
    assert open_ones == []
