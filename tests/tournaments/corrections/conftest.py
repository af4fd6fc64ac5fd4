"""The desk's event and pages, as the desk's own tests have them."""

from tests.tournaments.desk.conftest import client, desk, tournament

__all__ = ["client", "desk", "tournament"]
