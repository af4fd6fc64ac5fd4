"""What a club may want otherwise: every rule of our own that is one number or one choice.

a penalty takes the place of the deal                                   R15  penalty_uses_deal
a match judged to tuppi is no tuppi made                                R17  award_is_tuppi
a pair is late after so many minutes                                    R18  late_minutes
deals of a match in pools of four or fewer, and in larger ones          R21  deals_in_…_pool
pools are not smaller than this where the entry allows                  R22  smallest_pool
from so many pairs on eight pools, or sixteen                           R23  …_pools_from
a parted group begins again at the first criterion                      R25  restart_when_parted
mutual matches count only once all who are level have met               R25  mutual_waits_for_all
results of a withdrawn pair stand from this share of its matches on     R27  withdrawal_percent
deals of a knock-out match                                              R29  deals_in_knockout
the losers of the semi-finals play for third place                      R29  third_place_match
a result counts in the standings before both pairs have confirmed it    Own  unconfirmed_counts
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Self

from scoring.faults import Fault, FaultCode

LIMITS: Final[Mapping[str, tuple[int, int]]] = {
    "late_minutes": (1, 120),
    "deals_in_small_pool": (1, 48),
    "deals_in_large_pool": (1, 48),
    "smallest_pool": (2, 12),
    "eight_pools_from": (16, 1000),
    "sixteen_pools_from": (32, 1000),
    "withdrawal_percent": (0, 100),
    "deals_in_knockout": (1, 48),
}
"""The least and the most of every number."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of an event where clubs differ; the defaults are those of RULES.md.

    Raises `malformed` for a number outside its limits, and where sixteen pools would come before
    eight.
    """

    penalty_uses_deal: bool = True
    award_is_tuppi: bool = False
    late_minutes: int = 15
    deals_in_small_pool: int = 16
    deals_in_large_pool: int = 12
    smallest_pool: int = 4
    eight_pools_from: int = 32
    sixteen_pools_from: int = 64
    restart_when_parted: bool = True
    mutual_waits_for_all: bool = True
    withdrawal_percent: int = 50
    deals_in_knockout: int = 24
    third_place_match: bool = True
    unconfirmed_counts: bool = True

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in LIMITS:
                least, most = LIMITS[field.name]
                sound = type(value) is int and least <= value <= most
            else:
                sound = type(value) is bool
            if not sound:
                raise Fault(FaultCode.MALFORMED)
        if self.eight_pools_from >= self.sixteen_pools_from:
            raise Fault(FaultCode.MALFORMED)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The ruleset that departs from the defaults as `record` says, by the names above.

        Raises `malformed` for an unknown name and for what no ruleset can hold.
        """
        if not {field.name for field in fields(cls)}.issuperset(record):
            raise Fault(FaultCode.MALFORMED)
        return cls(**record)

    def to_record(self) -> dict[str, int | bool]:
        """What differs from the defaults, by name; `from_record` reads it back."""
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != field.default
        }


STANDARD: Final = Ruleset()
"""The rules as they stand where nobody wants them otherwise."""
