"""Lines of a score sheet in sentences: what was played, what it booked, what it ended."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.deals import Game, Side
from scoring.faults import FaultCode
from scoring.ledger import (
    AwardEntry,
    DealEntry,
    DecidedBy,
    Ledger,
    MatchState,
    PenaltyEntry,
    ResultEntry,
    RowEvent,
)
from scoring.notation import NotationFault
from tournaments.charts import Chart, Run, RunEnd
from tournaments.codes_in_words import FAULTS, HINTED, HINTS, OFFENCES
from tournaments.queries.sheets import SheetLine
from tournaments.result_wording import impossible_token
from tournaments.wording import game_name

LONGEST_SHOWN = 40


def line_title(line: SheetLine) -> str:
    """What kind of line it is, with the number of its deal where it used one up."""
    if line.row.deal is not None:
        return _("Deal %(deal)d") % {"deal": line.row.deal}
    match line.entry:
        case PenaltyEntry():
            return _("28 points, no deal used up")
        case AwardEntry():
            return _("The match is awarded")
        case _:
            return _("Result only")


def game_word(line: SheetLine) -> str:
    """RAMI or NOLO, the same in every language; empty for a line without a game."""
    return game_name(line.game)


def line_play(line: SheetLine) -> str:
    """What happened on a line, without its game: declarer, winner, tricks, rulings."""
    match line.entry:
        case DealEntry():
            return _deal_play(line)
        case PenaltyEntry(offence=offence, against=against):
            return _("28 against pair %(pair)s: %(offence)s") % {
                "pair": against.value,
                "offence": OFFENCES[offence.value],
            }
        case AwardEntry(to=to, reason=reason):
            return _("to pair %(pair)s: %(reason)s") % {
                "pair": to.value,
                "reason": OFFENCES[reason.value],
            }
        case ResultEntry(winner=winner, tuppi=tuppi):
            text = _("pair %(pair)s won by a tuppi") if tuppi else _("pair %(pair)s won")
            return text % {"pair": winner.value}


def _deal_play(line: SheetLine) -> str:
    winner = line.row.winner
    tricks = line.tricks_a if winner is Side.A else line.tricks_b
    values = {
        "winner": winner.value,
        "declarer": line.declarer.value if line.declarer else "",
        "tricks": tricks,
    }
    if line.cut_short:
        text = (
            _("pair %(winner)s won, not played on")
            if line.game is Game.NOLO
            else _("pair %(declarer)s declared, pair %(winner)s won, not played on")
        )
    elif line.game is Game.NOLO:
        text = ngettext(
            "pair %(winner)s won with %(tricks)d trick",
            "pair %(winner)s won with %(tricks)d tricks",
            tricks or 0,
        )
    elif line.row.robbery:
        text = _("pair %(declarer)s declared, pair %(winner)s robbed it with %(tricks)d tricks")
    else:
        text = _("pair %(declarer)s declared and took %(tricks)d tricks")
    text = text % values
    if ruling := line.play_ruling:
        text += "; " + _("ruling against pair %(pair)s: %(offence)s") % {
            "pair": ruling.against.value,
            "offence": OFFENCES[ruling.offence.value],
        }
    return text


def line_booked(line: SheetLine) -> str:
    """What a line books: points and the rise after it, or the rise that falls."""
    row = line.row
    if isinstance(line.entry, ResultEntry):
        return _("A %(a)d, B %(b)d") % {"a": row.total.a, "b": row.total.b}
    if row.event is RowEvent.FALL:
        return _("Pair %(pair)s falls from %(rise)d, nobody books points") % {
            "pair": row.winner.other.value,
            "rise": line.fallen_a or line.fallen_b,
        }
    booked = f"{row.winner.value} +{row.points}"
    if rise := row.rise.of(row.winner):
        return _("%(booked)s, rise %(rise)d") % {"booked": booked, "rise": rise}
    return booked


def line_sentence(line: SheetLine) -> str:
    """A whole line: its deal, game, play and points."""
    game = f"{game_word(line)}, " if line.game else ""
    return f"{line_title(line)}: {game}{line_play(line)}. {line_booked(line)}."


def consequences(ledger: Ledger) -> list[str]:
    """What the last line of a sheet ended or began, a sentence each; none where play goes on."""
    match ledger.state:
        case MatchState.FINISHED:
            return [ending(ledger)]
        case MatchState.PLAYING_OUT:
            return [_("The deals are played: the rise is played out, to a tuppi or a fall.")]
        case MatchState.DECIDER:
            return [_("The deals are played and the match points level: one deal decides.")]
        case _:
            return []


def ending(ledger: Ledger) -> str:
    """Who won a finished match and how."""
    if ledger.winner is None:
        return _("The match ended level.")
    match ledger.decided_by:
        case DecidedBy.TUPPI if ledger.nalsy:
            text = _("Nälsytuppi: pair %(pair)s won by one robbed deal.")
        case DecidedBy.TUPPI:
            text = _("Pair %(pair)s won by a tuppi.")
        case DecidedBy.DECIDER:
            text = _("Pair %(pair)s won by the deciding deal.")
        case DecidedBy.AWARD:
            text = _("The match was awarded to pair %(pair)s.")
        case _:
            text = _("Pair %(pair)s won on points, A %(a)d and B %(b)d.")
    return text % {"pair": ledger.winner.value, "a": ledger.total.a, "b": ledger.total.b}


def rise_story(chart: Chart, lines: Sequence[SheetLine], *, finished: bool) -> list[str]:
    """What a rise chart shows, a sentence for each rise and each ruling, in their order.

    `finished` says that the match is over, so that a rise that stands grows no more.
    """
    told = [(run.lines[0].position, _rise_sentences(run, finished)) for run in chart.runs]
    told += [
        (line.position, f"{line_title(line)}: {line_play(line)}.")
        for line in lines
        if line.is_ruling
    ]
    return [sentence for _position, sentence in sorted(told, key=lambda each: each[0])]


def _rise_sentences(run: Run, finished: bool) -> str:
    """How a rise began, the robberies that made it grow, how it ended."""
    middle = run.lines[1:-1] if run.end is RunEnd.TUPPI else run.lines[1:]
    robberies = [
        _("%(line)s: it robs the deal.") % {"line": line_title(line)}
        for line in middle
        if line.row.robbery
    ]
    return " ".join([_rise_beginning(run, finished), *robberies, *_rise_ending(run)])


def _rise_beginning(run: Run, finished: bool) -> str:
    first, grown = run.lines[0], run.grown
    robbed = first.row.robbery
    if not grown:
        text = _("%(first)s: pair %(pair)s is given a rise of %(points)d.")
    elif run.end is RunEnd.TUPPI:
        text = (
            _("%(first)s: pair %(pair)s rises by a robbery.")
            if robbed
            else _("%(first)s: pair %(pair)s rises.")
        )
    elif run.end is RunEnd.STANDS and not finished:
        text = (
            _("%(first)s: pair %(pair)s rises by a robbery, up to %(points)d so far.")
            if robbed
            else _("%(first)s: pair %(pair)s rises, up to %(points)d so far.")
        )
    else:
        text = (
            _("%(first)s: pair %(pair)s rises by a robbery, up to %(points)d.")
            if robbed
            else _("%(first)s: pair %(pair)s rises, up to %(points)d.")
        )
    return text % {
        "first": line_title(first),
        "pair": run.side.value,
        "points": grown or run.points,
    }


def _rise_ending(run: Run) -> list[str]:
    """The sentence that ends a rise; none where it stands, or is all an award's."""
    last = run.ended_on or run.lines[-1]
    match run.end:
        case RunEnd.FALL if last.row.event is RowEvent.AWARD:
            text = _("%(last)s: this rise ends.")
        case RunEnd.FALL if last.row.robbery:
            text = _("%(last)s: it falls by a robbery.")
        case RunEnd.FALL:
            text = _("%(last)s: it falls.")
        case RunEnd.TUPPI if last.row.robbery and len(run.lines) > 1:
            text = _("%(last)s: a tuppi by a robbery, %(points)d.")
        case RunEnd.TUPPI:
            text = _("%(last)s: a tuppi, %(points)d.")
        case RunEnd.AWARD if run.grown:
            text = _("%(last)s: the rise is made up to %(points)d.")
        case _:
            return []
    return [text % {"last": line_title(last), "points": run.points}]


def fault_sentence(fault: NotationFault) -> str:
    """What is wrong with a typed line and what to write."""
    if fault.code is FaultCode.IMPOSSIBLE_RESULT:
        return impossible_token(fault.token)
    sentence = str(FAULTS[fault.code.value])
    if fault.code.value in HINTED:
        first = fault.token[:1].lower()
        sentence += " " + str(HINTS[first if first in HINTS else ""])
    return sentence


def shown_token(fault: NotationFault) -> str:
    """The line at fault as typed, cut where nobody would read on."""
    token = "".join(letter if letter.isprintable() else "\ufffd" for letter in fault.token)
    return token if len(token) <= LONGEST_SHOWN else token[:LONGEST_SHOWN] + "…"
