"""README stays true: every setting, command and make target it must name is named there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_setting_read_from_the_environment_is_in_the_table() -> None:
    source = (ROOT / "tuppiliitto" / "settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", README, flags=re.MULTILINE))
    assert read == told


def test_every_command_is_named() -> None:
    commands = {
        path.stem for path in (ROOT / "tournaments" / "management" / "commands").glob("[a-z]*.py")
    }
    assert commands
    for command in commands:
        assert f"manage.py {command}" in README, command


@pytest.mark.parametrize("target", ["run", "test", "messages"])
def test_make_targets_it_names_exist(target: str) -> None:
    assert f"make {target}" in README
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)


def test_pictures_it_shows_are_there() -> None:
    for picture in re.findall(r"!\[[^]]+\]\(([^)]+)\)", README):
        assert (ROOT / picture).is_file(), picture
