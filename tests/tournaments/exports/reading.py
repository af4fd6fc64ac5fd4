"""Reads files back the way their readers would."""

from __future__ import annotations

from io import BytesIO

from openpyxl import Workbook, load_workbook
from pypdf import PageObject, PdfReader

from tournaments.exports.registry import EXPORTS, STAFF_EXPORTS
from tournaments.models import Tournament


def export(tournament: Tournament, name: str, kind: str, **chosen: str) -> bytes:
    """The file of the site that has this name and kind, with the options an address would give."""
    wanted = ({**EXPORTS, **STAFF_EXPORTS})[(name, kind)]
    return wanted.make(tournament, wanted.options(chosen)).content


def pdf_pages(content: bytes) -> list[str]:
    """The text of every page, with every run of white space as one space."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


def lines_of_text(page: PageObject) -> list[tuple[str, float]]:
    """Every run of text on a page and the height of its baseline above the foot, in points."""
    found: list[tuple[str, float]] = []

    def visit(text: str, matrix: list[float], text_matrix: list[float], *_font: object) -> None:
        if text.strip():
            found.append((text.strip(), text_matrix[5] * matrix[3] + matrix[5]))

    page.extract_text(visitor_text=visit)
    return found


def page_sizes(content: bytes) -> set[tuple[int, int]]:
    """The sizes of the pages, in whole points."""
    boxes = [page.mediabox for page in PdfReader(BytesIO(content)).pages]
    return {(round(box.width), round(box.height)) for box in boxes}


def squeezed(text: str) -> str:
    """Without any white space: a name broken over lines compares equal to the name."""
    return "".join(text.split())


def fonts_of(content: bytes) -> dict[str, bool]:
    """Every font any page names, and whether it is embedded."""
    found: dict[str, bool] = {}
    for page in PdfReader(BytesIO(content)).pages:
        for font in page["/Resources"]["/Font"].values():
            font = font.get_object()
            descriptor = font.get("/FontDescriptor")
            found[font["/BaseFont"]] = bool(descriptor) and "/FontFile2" in descriptor.get_object()
    return found


def workbook(content: bytes) -> Workbook:
    return load_workbook(BytesIO(content))


def table_of(content: bytes, sheet: str) -> list[dict[str, object]]:
    """A sheet's rows under its headings."""
    headings, *rows = workbook(content)[sheet].values
    return [dict(zip(headings, row, strict=True)) for row in rows]
