"""The Finnish texts: complete, fresh, compiled."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
CATALOGUE = ROOT / "tournaments" / "locale" / "fi" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\([a-z_]+\)[sd]")


def told(entries: list[polib.POEntry]) -> dict[tuple[str, str], object]:
    """What each text is in Finnish, by context and msgid."""
    return {
        (entry.msgctxt or "", entry.msgid): entry.msgstr_plural or entry.msgstr
        for entry in entries
        if not entry.obsolete
    }


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def test_every_text_has_a_finnish_translation(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []


def test_texts_are_marked_by_names_the_collector_knows() -> None:
    """xgettext finds `_` and gettext's own names; a text under another name stays English."""
    for path in ROOT.glob("tournaments/**/*.py"):
        renamed = re.findall(r"import \w*gettext\w* as (\w+)", path.read_text(encoding="utf-8"))
        assert set(renamed) <= {"_"}, path


def test_no_text_hides_inside_an_f_string() -> None:
    """xgettext does not look into f-strings: what is marked there would stay English."""
    for path in ROOT.glob("tournaments/**/*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        hidden = [
            call.lineno
            for string in ast.walk(tree)
            if isinstance(string, ast.JoinedStr)
            for call in ast.walk(string)
            if isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and (call.func.id == "_" or "gettext" in call.func.id)
        ]
        assert hidden == [], path


def test_the_compiled_catalogue_is_that_of_the_source(catalogue: polib.POFile) -> None:
    compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")))
    assert told(list(compiled)) == told(list(catalogue))


def test_translations_fill_in_what_the_text_fills_in(catalogue: polib.POFile) -> None:
    for entry in catalogue:
        wanted = set(PLACEHOLDER.findall(entry.msgid + entry.msgid_plural))
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            if text:
                assert set(PLACEHOLDER.findall(text)) == wanted, entry.msgid


def test_the_catalogue_holds_exactly_the_texts_of_the_code(
    tmp_path: Path, catalogue: polib.POFile
) -> None:
    """Collected anew from a copy of the source; needs gettext's xgettext."""
    for name in ("manage.py", "tuppiliitto", "tournaments", "scoring", "templates"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("*.mo"))
        else:
            shutil.copy(source, tmp_path / name)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale=fi", "--no-obsolete",
         "--no-location", "--verbosity=0"],
        cwd=tmp_path,
        check=True,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "DATA_DIR": str(tmp_path / "var")},
    )  # fmt: skip
    collected = polib.pofile(
        str(tmp_path / "tournaments" / "locale" / "fi" / "LC_MESSAGES" / "django.po")
    )
    assert set(told(list(collected))) == set(told(list(catalogue)))
