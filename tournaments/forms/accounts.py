"""Accounts as forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib.auth.forms import SetPasswordMixin, UsernameField
from django.utils.translation import gettext_lazy as _

from tournaments.models import User
from tournaments.names import name_faults

if TYPE_CHECKING:
    PasswordFields = SetPasswordMixin[User]
else:  # the class is generic to the type checker only
    PasswordFields = SetPasswordMixin


class FirstOrganiserForm(PasswordFields, forms.Form):
    """The first person of a fresh site: a name to sign in with and a password, typed twice."""

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
        return name

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        for validate in User._meta.get_field("username").validators:
            validate(username)
        return username

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        user = User(username=cleaned.get("username", ""))
        self.validate_passwords("new_password1", "new_password2")
        self.validate_password_for_user(user, "new_password2")
        return cleaned
