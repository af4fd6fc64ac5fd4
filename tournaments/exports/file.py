"""What an export comes to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ExportedFile:
    """A finished file. `inline` files are shown by the browser, others are saved."""

    content: bytes
    content_type: str
    inline: bool = False


def pdf_file(content: bytes) -> ExportedFile:
    return ExportedFile(content, "application/pdf", inline=True)


def xlsx_file(content: bytes) -> ExportedFile:
    return ExportedFile(
        content, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    )


def csv_file(content: bytes) -> ExportedFile:
    return ExportedFile(content, "text/csv; charset=utf-8")


def json_file(content: bytes) -> ExportedFile:
    return ExportedFile(content, "application/json")
