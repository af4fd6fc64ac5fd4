"""Bringing in the archive of an event, and taking it."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.text import MAX_BYTES
from tournaments.forms.submissions import SubmissionForm
from tournaments.models import Tournament


class ArchiveForm(forms.Form):
    """The file of an archive. One that is too large is refused by its size, unread."""

    file = forms.FileField(
        label=_("Archive"),
        allow_empty_file=True,
        help_text=_("The JSON file that was taken from the event's own pages."),
    )

    def clean_file(self) -> object:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            raise forms.ValidationError(ArchiveFault(FaultCode.TOO_LARGE).sentence)
        return file


class TakeArchiveForm(SubmissionForm):
    """Taking the event of an archive, at an address that may be another than it had."""

    slug = forms.SlugField(
        label=_("Address"),
        max_length=Tournament._meta.get_field("slug").max_length,
        help_text=_("Letters, numbers and hyphens: what follows /t/ in the event's address."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
