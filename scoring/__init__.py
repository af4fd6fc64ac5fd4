"""The rules of tuppi: values in, values out.

No Django, no clock, no database, no global randomness, no wording: faults carry codes.
"""
