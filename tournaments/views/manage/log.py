"""What was done in an event, by whom."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.forms.log import LogFilterForm
from tournaments.log.parts import KIND_LABELS, LogKind
from tournaments.log.sentences import sentence, verbs_of
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.log import LogFilter, log_page, writers_of
from tournaments.views.declared import page
from tournaments.wording import writer_name


@page(Act.MANAGE_EVENT)
def log(request: EventRequest) -> HttpResponse:
    writers = writers_of(request.tournament)
    people = writers.people + [(key, writer_name("", table)) for key, table in writers.tables]
    kinds = [(kind.value, label) for kind, label in KIND_LABELS.items()]
    wanted = LogFilterForm(request.GET, people=people, kinds=kinds).wanted()
    kind = wanted.get("kind")
    found = log_page(
        request.tournament,
        LogFilter(
            person=wanted.get("person"),
            match_number=wanted.get("match"),
            verbs=verbs_of(LogKind(kind)) if kind else None,
        ),
        request.GET.get("page"),
    )
    return render(
        request,
        "manage/log.html",
        {
            "section": "manage",
            "here": "log",
            # Bound to what could be meant, so a hostile or mistyped value is no fault to mend.
            "form": LogFilterForm(initial=dict(wanted), people=people, kinds=kinds),
            "is_filtered": bool(wanted),
            "query": urlencode(wanted),
            "page": found,
            "lines": [(record, sentence(record)) for record in found],
        },
    )
