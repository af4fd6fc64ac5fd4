"""Whether the phones in a hall can open the site, by how it was started."""

from __future__ import annotations

import ipaddress
import shlex
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit


class Obstacle(StrEnum):
    """Why a phone cannot open the address that printed links and codes say."""

    SERVES_ITSELF_ONLY = "serves_itself_only"
    """`HOST` lets nobody but this machine in."""
    NAMES_ITSELF_ONLY = "names_itself_only"
    """`SITE_URL` means, on a phone, the phone itself."""
    ADDRESS_HAS_CHANGED = "address_has_changed"
    """`SITE_URL` names an address that this machine does not have in any network now."""


@dataclass(frozen=True)
class Hall:
    """How the site is reached. `own_addresses` are this machine's in the networks it is in;
    `suggestion` is an address to start the site with instead, None where the one it has will do
    or no network is found."""

    site_url: str
    own_addresses: tuple[str, ...]
    obstacles: tuple[Obstacle, ...]
    suggestion: str | None


def hall_of(*, site_url: str, host: str, https: bool, own_addresses: Sequence[str]) -> Hall:
    """What stands in the way of phones.

    Behind a proxy that serves HTTPS only the address itself is looked at. A name that is no number
    is believed: this machine cannot know who answers to it.
    """
    parts = urlsplit(site_url)
    named = parts.hostname or ""
    obstacles = []
    if not https and _is_loopback(host):
        obstacles.append(Obstacle.SERVES_ITSELF_ONLY)
    if names_itself(site_url):
        obstacles.append(Obstacle.NAMES_ITSELF_ONLY)
    elif not https and own_addresses and _is_number(named) and named not in own_addresses:
        obstacles.append(Obstacle.ADDRESS_HAS_CHANGED)
    suggestion = None
    if obstacles and own_addresses:
        best = named if named in own_addresses else own_addresses[0]
        suggestion = f"http://{best}" + (f":{parts.port}" if parts.port else "")
    return Hall(site_url, tuple(own_addresses), tuple(obstacles), suggestion)


def start_line(site_url: str, *, port: int, data_dir: Path, demo: bool) -> str:
    """What to type to serve the same site to a hall, at `site_url`, as a shell takes it.

    `data_dir`, `port` and `demo` are those of the site as it runs: left out, another folder would
    be served, or the links would name another port.
    """
    settings = {
        "DEMO": "" if demo else "0",
        "DATA_DIR": str(data_dir.resolve()),
        "HOST": "0.0.0.0",  # noqa: S104 - shown, not bound
        "PORT": str(port),
        "SITE_URL": site_url,
    }
    typed = [f"{name}={shlex.quote(value)}" for name, value in settings.items() if value]
    return " ".join([*typed, "make run"])


def names_itself(site_url: str) -> bool:
    """Whether this address means, on a phone, the phone itself: a code of it opens nothing."""
    return _is_loopback(urlsplit(site_url).hostname or "")


def own_addresses() -> tuple[str, ...]:
    """This machine's own addresses in its networks, the likeliest first; no packet is sent.

    Asked is from which address each kind of network would be reached.
    """
    found: list[str] = []
    for network in ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((network, 9))
            except OSError:
                continue
            address = probe.getsockname()[0]
        if address not in found and not _is_loopback(address):
            found.append(address)
    return tuple(found)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return _is_number(host) and ipaddress.ip_address(host).is_loopback
