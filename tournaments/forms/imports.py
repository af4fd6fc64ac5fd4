"""Bringing in an entry list: the list itself, how it is read, what its columns hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.pairs import PairFields
from tournaments.forms.submissions import SubmissionForm
from tournaments.imports.columns import Column
from tournaments.imports.faults import Fault, FaultCode, visible
from tournaments.imports.previews import SourceFacts
from tournaments.imports.roles import Role
from tournaments.imports.sources import Choices
from tournaments.imports.tables import (
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_ROWS,
    Delimiter,
    Encoding,
    SourceRow,
    SourceTable,
)
from tournaments.imports.wording import (
    delimiter_label,
    encoding_label,
    fault_sentence,
    role_label,
)

EXAMPLES = 3
"""Cells shown of a column, so that one sees what it holds."""

HEADINGS_WITHIN = 20
"""Rows of the list offered as the row of its headings."""

_SHOWN = 60
"""Letters shown of a row or a cell where it only helps to recognise it."""


class ListForm(forms.Form):
    """An entry list: a file, or rows copied out of one."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("An Excel workbook (.xlsx) or text (.csv, .tsv, .txt)."),
    )
    rows = forms.CharField(
        label=gettext_lazy("Or paste the rows here"),
        required=False,
        strip=False,  # a row may begin with an empty cell
        help_text=gettext_lazy("A pair a row. Copy them from a spreadsheet, an e-mail or a list."),
        widget=forms.Textarea(
            attrs={"rows": 10, "class": "paste", "spellcheck": "false", "autocomplete": "off"}
        ),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        file, rows = cleaned.get("file"), cleaned.get("rows") or ""
        if file is not None and rows.strip():
            self.add_error(
                None, _("There is both a file and pasted text. Leave one of them out, then go on.")
            )
        elif file is None and not rows.strip() and not self.errors:
            self.add_error(None, _("There is no list yet. Choose a file, or paste the rows."))
        elif file is not None and file.size > MAX_BYTES:
            # Refused by its size alone: it is not read into memory.
            fault = Fault(FaultCode.TOO_LARGE, number=MAX_BYTES // 1024 // 1024)
            self.add_error("file", fault_sentence(fault))
        return cleaned

    @property
    def source_field(self) -> str:
        """The field the list was given in. The form must be valid."""
        return "rows" if self.cleaned_data["file"] is None else "file"


class TakeForm(SubmissionForm):
    """Taking rows of a list; the rows ticked stand beside it under the name `row`."""


class MendForm(PairFields):
    """A row typed anew, on the page of all the rows: it must not keep the rest from being sent."""

    prefix = "mend"
    use_required_attribute = False


TO = "to"
"""What begins the names of the fields that say how a list is to be read next."""


class ReadingForm(forms.Form):
    """How a list is read. Only questions are asked that its kind has."""

    # "As found" is an answer, though an empty one: a browser must not refuse to send it.
    use_required_attribute = False

    def __init__(self, facts: SourceFacts, choices: Choices, table: SourceTable) -> None:
        super().__init__(
            prefix=TO,
            initial={
                "sheet": facts.sheet or "",
                "encoding": choices.encoding or "",
                "delimiter": choices.delimiter or "",
                "header_row": "" if choices.header_row is None else choices.header_row,
            },
        )
        if len(facts.sheet_names) > 1:
            self._ask("sheet", _("Sheet"), [(name, name) for name in facts.sheet_names])
        if facts.encoding is not None:
            self._ask(
                "encoding",
                _("Encoding"),
                [("", _found(encoding_label(facts.encoding)))]
                + [(each.value, encoding_label(each)) for each in Encoding],
            )
        if facts.delimiter is not None:
            self._ask(
                "delimiter",
                _("What parts the columns"),
                [("", _found(str(delimiter_label(facts.delimiter))))]
                + [(each.value, str(delimiter_label(each))) for each in Delimiter],
            )
        if table.rows:
            found = _row_label(facts.header_row) if facts.header_row else _("no headings")
            self._ask(
                "header_row",
                _("Row of the headings"),
                [("", _found(found)), ("0", _("There are no headings"))]
                + [
                    (str(row.number), f"{_row_label(row.number)}: {_shown(_texts(row))}")
                    for row in table.rows[:HEADINGS_WITHIN]
                    if not row.is_blank
                ],
            )

    def _ask(self, name: str, label: str, options: list[tuple[str, str]]) -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=options)


class ColumnsForm(forms.Form):
    """What each column holds, and which way round names stand."""

    use_required_attribute = False

    def __init__(self, facts: SourceFacts, table: SourceTable) -> None:
        super().__init__(prefix=TO, initial={"surname_first": facts.surname_first})
        roles = [(role.value, role_label(role)) for role in Role]
        for column in facts.columns:
            examples = _shown(_examples(table, column, facts.header_row))
            self.fields[f"role_{column.index}"] = forms.ChoiceField(
                label=f"{column.letters}: {column.heading}" if column.heading else column.letters,
                help_text=examples,
                choices=roles,
                initial=column.role.value,
            )
        self.fields["surname_first"] = forms.BooleanField(
            label=_("Surnames come first in this list"), required=False
        )

    def columns(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.fields if name != "surname_first")


def choices_from(sent: QueryDict, prefix: str = "") -> Choices:
    """What was chosen about reading a list. What makes no sense is as good as not chosen.

    `prefix` begins the names of the fields, with a hyphen behind it.
    """

    def chosen(name: str) -> str:
        return sent.get(f"{prefix}-{name}" if prefix else name, "")

    roles = [
        (index, Role(role))
        for index in range(MAX_COLUMNS)
        if (role := chosen(f"role_{index}")) in set(Role)
    ]
    encoding, delimiter = chosen("encoding"), chosen("delimiter")
    return Choices(
        sheet=chosen("sheet") or None,
        encoding=Encoding(encoding) if encoding in set(Encoding) else None,
        delimiter=Delimiter(delimiter) if delimiter in set(Delimiter) else None,
        header_row=_number(chosen("header_row")),
        roles=tuple(roles) or None,
        surname_first=bool(chosen("surname_first")),
    )


class Step(StrEnum):
    """What a button of the preview does, but taking the rows ticked.

    `READ` and `COLUMNS` read the list anew, `SURNAMES` with surnames first; `MEND` opens a row,
    `KEEP` keeps what was typed in it, `RESTORE` lets it read as in the list, `LEAVE` closes it.
    """

    READ = "read"
    COLUMNS = "columns"
    SURNAMES = "surnames"
    MEND = "mend"
    KEEP = "keep"
    RESTORE = "restore"
    LEAVE = "leave"


def step_from(sent: QueryDict) -> tuple[Step, int] | None:
    """The button pressed and its row (0 for none); None where it takes the rows ticked."""
    name, _hyphen, row = sent.get("step", "").partition("-")
    return (Step(name), _number(row) or 0) if name in set(Step) else None


def choices_after(step: Step, sent: QueryDict) -> Choices:
    """How the list is read after a step."""
    now, to = choices_from(sent), choices_from(sent, TO)
    match step:
        case Step.READ:
            return replace(to, roles=None, surname_first=now.surname_first)
        case Step.COLUMNS:
            return replace(now, roles=to.roles, surname_first=to.surname_first)
        case Step.SURNAMES:
            return replace(now, surname_first=True)
    return now


def reading_fields(choices: Choices) -> dict[str, str]:
    """How a list is read, as the fields `choices_from` understands; what was not chosen is out."""
    fields: Mapping[str, object] = {
        "sheet": choices.sheet,
        "encoding": choices.encoding and choices.encoding.value,
        "delimiter": choices.delimiter and choices.delimiter.value,
        "header_row": choices.header_row,
    }
    return {name: str(value) for name, value in fields.items() if value is not None}


def naming_fields(choices: Choices) -> dict[str, str]:
    """What the columns hold and which way names stand, as fields; the rest of a choice."""
    fields = {f"role_{index}": role.value for index, role in choices.roles or ()}
    return fields | ({"surname_first": "on"} if choices.surname_first else {})


def ticked_rows(sent: QueryDict) -> set[int]:
    """The numbers of the rows ticked."""
    return _numbers(sent.getlist("row"))


def row_asked(query: QueryDict) -> int:
    """The row that an address opens to be typed anew; 0 for none."""
    return _number(query.get("mend", "")) or 0


def shown_rows(sent: QueryDict) -> set[int]:
    """The numbers of the rows that had a tick to give."""
    return _numbers(sent.get("shown", "").split(",")[:MAX_ROWS])


def _numbers(texts: Iterable[str]) -> set[int]:
    return {number for text in texts if (number := _number(text))}


def _texts(row: SourceRow) -> list[str]:
    return [visible(cell.text.strip()) for cell in row.cells if not cell.is_blank]


def _examples(table: SourceTable, column: Column, header_row: int | None) -> list[str]:
    cells = (row.cell(column.index) for row in table.rows if row.number > (header_row or 0))
    found = (visible(cell.text.strip()) for cell in cells if not cell.is_blank)
    return [text for text, _place in zip(found, range(EXAMPLES), strict=False)]


def _shown(texts: list[str]) -> str:
    shown = " · ".join(texts)
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"


def _found(what: str) -> str:
    return _("As found: %(what)s") % {"what": what}


def _row_label(number: int) -> str:
    return _("Row %(number)d") % {"number": number}


def _number(text: str) -> int | None:
    if text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= MAX_ROWS:
        return int(text)
    return None
