"""Accounts as forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordMixin,
    UsernameField,
)
from django.utils.translation import gettext_lazy as _

from tournaments.forms.submissions import SubmissionForm
from tournaments.models import Role, User
from tournaments.names import MAX_NAME, clean_name, name_faults

if TYPE_CHECKING:
    TypedPassword = SetPasswordMixin[User]
else:  # the class is generic to the type checker only
    TypedPassword = SetPasswordMixin


class PasswordFields(TypedPassword):
    """A password typed twice. What is wrong with the password stands at the first of the two; the
    second is at fault only where it differs."""

    @staticmethod
    def create_password_fields(
        label1: Any = "", label2: Any = ""
    ) -> tuple[forms.CharField, forms.CharField]:
        first, second = SetPasswordMixin.create_password_fields(label1=label1, label2=label2)
        # Its label says what it is for.
        second.help_text = ""
        return first, second

    def validate_password_for_user(self, user: User, *_field: Any, **_named: Any) -> None:
        super().validate_password_for_user(user, "new_password1")


class SignInForm(AuthenticationForm):
    """Signing in."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("The user name or the password is wrong."),
    }


class OwnPasswordForm(PasswordFields, PasswordChangeForm):
    """One's own password changed, by the one there is."""

    new_password1, new_password2 = PasswordFields.create_password_fields(
        label1=_("New password"), label2=_("New password again")
    )


class AccountForm(PasswordFields, forms.Form):
    """A new account: a name to sign in with and a password, typed twice."""

    full_name = forms.CharField(
        label=_("Your name"), max_length=80, help_text=_("Shown beside what you do.")
    )
    username = UsernameField(label=_("User name"), max_length=150)
    new_password1, new_password2 = PasswordFields.create_password_fields(
        label1=_("Password"), label2=_("Password again")
    )

    def clean_full_name(self) -> str:
        name: str = self.cleaned_data["full_name"]
        if name_faults(name):
            raise forms.ValidationError(_("This cannot be a name. Write first and last name."))
        return clean_name(name)

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        for validate in User._meta.get_field("username").validators:
            validate(username)
        return username

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        user = User(username=cleaned.get("username", ""))
        self.validate_passwords("new_password1", "new_password2")
        self.validate_password_for_user(user)
        return cleaned


class FirstOrganiserForm(AccountForm):
    """The first person of a fresh site."""


class InvitedAccountForm(AccountForm, SubmissionForm):
    """Somebody invited who has no account yet."""


class NewPasswordForm(PasswordFields, SubmissionForm):
    """A new password for `user`, typed twice."""

    new_password1, new_password2 = PasswordFields.create_password_fields(
        label1=_("New password"), label2=_("New password again")
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        self.validate_passwords("new_password1", "new_password2")
        self.validate_password_for_user(self.user)
        return cleaned


class InvitationForm(SubmissionForm):
    """Whom a link is for: a name to tell links apart by."""

    meant_for = forms.CharField(
        label=_("For whom"),
        max_length=MAX_NAME,
        help_text=_("A name that tells you whose link it is."),
    )

    def clean_meant_for(self) -> str:
        name: str = self.cleaned_data["meant_for"]
        if name_faults(name):
            raise forms.ValidationError(_("This cannot be a name. Write first and last name."))
        return clean_name(name)


class StaffInvitationForm(InvitationForm):
    """An invitation to the staff of an event."""

    role = forms.ChoiceField(
        label=_("As what"),
        choices=[
            (Role.REFEREE, _("Referee: enters and corrects results at the desk")),
            (Role.ORGANISER, _("Organiser: does all a referee does, and runs the event")),
        ],
        initial=Role.REFEREE,
        widget=forms.RadioSelect,
    )


class PersonForm(forms.Form):
    """Which person a button in a list is about."""

    username = forms.CharField(max_length=150, widget=forms.HiddenInput)


class PersonRightForm(PersonForm):
    """A right given to a person or taken away."""

    allowed = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda value: value == "yes"
    )


class PersonSubmissionForm(PersonForm, SubmissionForm):
    """A link made for a person by a button in a list."""


class LinkForm(forms.Form):
    """Which link a button in a list is about."""

    link = forms.IntegerField(min_value=1, max_value=2**62, widget=forms.HiddenInput)
