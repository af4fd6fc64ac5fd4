from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.models.event import new_access_key


def give_each_its_own(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A new column gives all rows there are one value; links and codes need one an event."""
    tournament = apps.get_model("tournaments", "Tournament")
    for key in tournament.objects.values_list("pk", flat=True):
        tournament.objects.filter(pk=key).update(access_key=new_access_key())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_at_the_table_and_after_the_pools")]
    operations = [migrations.RunPython(give_each_its_own, migrations.RunPython.noop)]
