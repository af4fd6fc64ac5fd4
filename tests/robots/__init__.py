"""Robots that keep score at every table of a hall at once, over HTTP, the way bad networks and
hasty people do it. Afterwards each sheet must read what its robot was told is saved.

`hall` prepares a site of its own and looks at it afterwards, in processes of their own.
`server` serves it by gunicorn and kills its workers. `robot` is one table.
"""
