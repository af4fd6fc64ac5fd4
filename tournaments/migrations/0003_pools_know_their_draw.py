"""Pools from before they knew their draw: there was one only, the draw that counts."""

from django.db import migrations


def tell_draws(apps, schema_editor):
    Draw = apps.get_model("tournaments", "Draw")
    Pool = apps.get_model("tournaments", "Pool")
    for draw in Draw.objects.filter(counts=True):
        Pool.objects.filter(tournament_id=draw.tournament_id, draw=None).update(draw=draw)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_morning")]

    operations = [migrations.RunPython(tell_draws, migrations.RunPython.noop)]
