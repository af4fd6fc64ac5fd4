"""How faces lie on papers that are cut up."""

from __future__ import annotations

import pytest

from tests.tournaments.exports.reading import page_sizes, pdf_pages
from tournaments.exports.pdf.cutting import (
    HALVES,
    QUARTERS,
    WHOLE,
    Cut,
    Face,
    cut_document,
    cut_stack,
)
from tournaments.exports.pdf.type import REGULAR


@pytest.mark.parametrize(
    ("count", "papers"),
    [
        (1, [[0]]),
        (2, [[0, 1]]),
        (3, [[0, 2], [1]]),
        (4, [[0, 2], [1, 3]]),
        (5, [[0, 3], [1, 4], [2]]),
        (6, [[0, 3], [1, 4], [2, 5]]),
    ],
)
def test_each_sheet_lies_beside_the_one_half_a_pile_on(count: int, papers: list[list[int]]) -> None:
    assert cut_stack(range(count), 2) == papers


@pytest.mark.parametrize("parts", [1, 2, 4])
@pytest.mark.parametrize("count", range(1, 20))
def test_a_pile_cut_and_laid_on_each_other_is_in_order(count: int, parts: int) -> None:
    papers = cut_stack(range(count), parts)
    assert len(papers) == -(-count // parts)
    piles = [[paper[part] for paper in papers if part < len(paper)] for part in range(parts)]
    assert [face for pile in piles for face in pile] == list(range(count))


def test_nothing_needs_no_paper() -> None:
    assert cut_stack([], 2) == []


def test_parts_go_from_left_to_right_then_down() -> None:
    assert [(round(x), round(y)) for x, y in HALVES.corners] == [(0, 0), (421, 0)]
    assert [(round(x), round(y)) for x, y in QUARTERS.corners] == [
        (0, 421), (298, 421), (0, 0), (298, 0),
    ]  # fmt: skip


def test_half_of_a_landscape_a4_is_an_upright_a4_made_smaller() -> None:
    width, height = HALVES.pagesize
    assert WHOLE.pagesize[0] * HALVES.scale == pytest.approx(width / 2)
    assert WHOLE.pagesize[1] * HALVES.scale == pytest.approx(height, rel=0.001)


@pytest.mark.parametrize(
    ("cut", "pages", "size"),
    [
        (WHOLE, ["1", "2", "3", "4", "5"], (595, 842)),
        (HALVES, ["1 4", "2 5", "3"], (842, 595)),
        (QUARTERS, ["1 3 5", "2 4"], (595, 842)),
    ],
)
def test_a_document_has_its_faces_in_that_order(
    cut: Cut, pages: list[str], size: tuple[int, int]
) -> None:
    def face(text: str) -> Face:
        def draw(canvas: object) -> None:
            canvas.setFont(REGULAR, 12)
            canvas.drawString(40, 40, text)

        return draw

    content = cut_document("faces", [face(str(number)) for number in range(1, 6)], cut)
    assert pdf_pages(content) == pages
    assert page_sizes(content) == {size}
