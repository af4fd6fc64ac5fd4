"""Logs tell no secrets: an address that lets somebody in is cut where its secret begins."""

from __future__ import annotations

import logging
import re

_SECRET = re.compile(r"(/(?:table/\d+|sheet/\d+|sign-up)/)[^/?\s]+")


class WithoutSecrets(logging.Filter):
    """Takes the secrets of links out of a line before it is written."""

    def filter(self, record: logging.LogRecord) -> bool:
        told = record.getMessage()
        quiet = _SECRET.sub(r"\1…", told)
        if quiet != told:
            record.msg, record.args = quiet, ()
        return True
