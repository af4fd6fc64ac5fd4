"""Entry lists from outside: a file or pasted text in, rows with named faults out.

`previews.read_entries` is the way in. Nothing here touches the database, runs a formula or
cuts a text; what cannot be taken is named with its row and cell. The steps, each its own
module: bytes to a table (`sources`, `text_tables`, `workbooks`), columns to roles (`columns`,
`headings`), rows to pairs (`entries`, `people`), pairs against each other (`repeats`).
"""
