"""Taking the archive of an event: whole or not at all, as it was, under names and no accounts."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import timedelta
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.bracket import Contender, Order
from scoring.draw import Entrant
from scoring.faults import Fault
from tournaments.actions.audit import Verb, record, refuse_repeat
from tournaments.actions.events import RESERVED_SLUGS
from tournaments.actions.people import clubs_by_name
from tournaments.actions.refusals import Refused
from tournaments.archive.checks import check_archive
from tournaments.archive.checks_draws import refuse_other_draws
from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.people import mentions, names_of_people
from tournaments.archive.rows import write_event
from tournaments.archive.text import SEAL, Value, read_bytes, to_bytes
from tournaments.archive.versions import current
from tournaments.archive.writing import archive_value
from tournaments.bracket_lots import bracket_from_seed
from tournaments.lots import pools_from_seed
from tournaments.models import ImportDraft, Membership, Player, Role, Tournament
from tournaments.names import fold_name, sort_key
from tournaments.permissions import Act, Actor, require

DRAFT_LIVES = timedelta(days=1)
MAX_DRAFTS = 3
"""How many archives are kept for a user between upload and confirmation; the eldest go first."""


def read_archive(content: bytes) -> Value:
    """What an archive's file holds, in this version of archives whatever its own, found sound as a
    whole. Raises ArchiveFault."""
    value = current(read_bytes(content))
    check_archive(value)
    refuse_other_draws(value, _pools_again, _bracket_again)
    return value


def keep_archive(*, actor: Actor, content: bytes, file_name: str = "") -> ImportDraft:
    """Keeps an archive's file until it is confirmed; nothing is taken from it yet.

    Raises ArchiveFault for a file that could not be taken. Archives that the actor brought over a
    day ago are removed.
    """
    require(actor, Act.MAKE_EVENTS)
    if actor.user_id is None:
        raise PermissionDenied(Act.MAKE_EVENTS.value)
    value = read_archive(content)
    with transaction.atomic():
        drafts = ImportDraft.objects.filter(tournament=None, user=actor.user_id)
        drafts.filter(made_at__lt=timezone.now() - DRAFT_LIVES).delete()
        kept = list(drafts.order_by("-pk").values_list("pk", flat=True))
        drafts.filter(pk__in=kept[MAX_DRAFTS - 1 :]).delete()
        draft = ImportDraft.objects.create(
            user_id=actor.user_id,
            token=uuid4(),
            purpose=ImportDraft.Purpose.ARCHIVE,
            file_name=file_name[:200],
            content=content,
            pasted=False,
        )
        record(
            actor=actor,
            verb=Verb.BRING_ARCHIVE,
            tournament=None,
            file_name=draft.file_name,
            sha256=value[SEAL],
            size=len(content),
        )
    return draft


def import_event(
    *, actor: Actor, value: Value, slug: str = "", token: UUID | None = None
) -> Tournament:
    """The event of an archive that `read_archive` gave, under `slug` or the address it had.

    Whoever takes it, signed in, is its organiser. Raises Refused where the address is taken or is
    none, AlreadyDone, and ArchiveFault where the rows would not give the same archive again.
    Nothing is kept then.
    """
    require(actor, Act.MAKE_EVENTS)
    slug = slug or value["event"]["slug"]
    _refuse_unfit_address(slug)
    taken = Refused(
        _(
            "There is an event at the address %(slug)s already. Nothing was taken. "
            "Give another address for the one in the archive."
        )
        % {"slug": slug},
        field="slug",
    )
    try:
        with transaction.atomic():
            refuse_repeat(token)
            if slug in RESERVED_SLUGS or Tournament.objects.filter(slug=slug).exists():
                raise taken
            tournament = _write(value, slug)
            _refuse_difference(value, tournament)
            if actor.user_id is not None:
                Membership.objects.create(
                    tournament=tournament, user_id=actor.user_id, role=Role.ORGANISER
                )
            record(
                actor=actor,
                verb=Verb.IMPORT_EVENT,
                tournament=tournament,
                token=token,
                name=tournament.name,
                slug=slug,
                sha256=value[SEAL],
            )
    except IntegrityError:
        if Tournament.objects.filter(slug=slug).exists():
            raise taken from None  # by another process, just now
        raise ArchiveFault(FaultCode.NOT_KEPT) from None
    except DatabaseError:
        raise ArchiveFault(FaultCode.NOT_KEPT) from None
    return tournament


def _refuse_unfit_address(slug: str) -> None:
    try:
        Tournament._meta.get_field("slug").clean(slug, None)
    except ValidationError:
        raise Refused(
            _(
                "An address has letters, numbers, hyphens and underscores, at most %(most)d of "
                "them. Nothing was taken; give another one."
            )
            % {"most": Tournament._meta.get_field("slug").max_length},
            field="slug",
        ) from None


def _refuse_difference(value: Value, tournament: Tournament) -> None:
    """Raises ArchiveFault unless the rows, address apart, say all that the archive says."""
    again = archive_value(tournament, contacts=value["contacts"])
    again["event"]["slug"] = value["event"]["slug"]
    for part in sorted(again.keys() | value.keys()):
        if part != SEAL and to_bytes({part: again.get(part)}) != to_bytes({part: value.get(part)}):
            raise ArchiveFault(FaultCode.NOT_KEPT, part)


def _pools_again(draw: Value) -> Value:
    """The pools that a draw of an archive gives when it is made again (R24). Raises ValueError."""
    entrants = [Entrant(id=number, clubs=frozenset(clubs)) for number, clubs in draw["entrants"]]
    try:
        drawn = pools_from_seed(
            entrants,
            draw["pool_count"],
            draw["seed"],
            apart=draw["apart"],
            seeded=draw["seeded"],
            kept_apart=draw["kept_apart"],
        )
    except (Fault, TypeError) as fault:
        raise ValueError(fault) from None
    return {"pools": [list(pool) for pool in drawn.pools]}


def _bracket_again(bracket: Value) -> Value:
    """The bracket that one of an archive gives when it is drawn again (R29). Raises ValueError."""
    contenders = [
        Contender(number, pool, frozenset(clubs)) for number, pool, clubs in bracket["contenders"]
    ]
    try:
        drawn = bracket_from_seed(
            contenders,
            bracket["seed"],
            order=Order(bracket["order"]),
            byes=Order(bracket["byes"]),
            apart=bracket["apart"],
            third_place=bracket["third_place"],
        )
    except (Fault, TypeError) as fault:
        raise ValueError(fault) from None
    return {
        "slots": list(drawn.bracket.slots),
        "from_one_pool": drawn.from_one_pool,
        "clashes": drawn.clashes,
    }


def _write(value: Value, slug: str) -> Tournament:
    clubs = [player["club"] for player, _where in mentions(value) if player["club"]]
    return write_event(value, slug=slug, players=_players_of(value), clubs=clubs_by_name(clubs))


def _players_of(value: Value) -> dict[int, Player]:
    """The people of an archive by their number in it (two queries).

    Somebody is the person of that name whom the site knows, where the site and the archive know
    one only. Where either knows several, nothing tells who is who: then it is somebody new.
    """
    people = names_of_people(value)
    bearers = Counter(folded for _name, names in people.values() for folded in names)
    known: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(folded__in=list(bearers)).order_by("id"):
        known[player.folded].append(player)
    found: dict[int, Player] = {}
    new: dict[int, Player] = {}
    for number, (name, _names) in people.items():
        folded = fold_name(name)
        if bearers[folded] == len(known[folded]) == 1:
            found[number] = known[folded][0]
        else:
            new[number] = Player(name=name, folded=folded, sort_key=sort_key(name))
    Player.objects.bulk_create(new.values())
    return found | new
