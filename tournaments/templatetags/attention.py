"""What tables want, in words."""

from __future__ import annotations

from django import template

from tournaments import attention_wording

register = template.Library()
register.filter(attention_wording.clock)
register.filter(attention_wording.deal_text)
register.filter(attention_wording.reason_word)
register.filter(attention_wording.why)
