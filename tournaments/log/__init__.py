"""The log in words, subject by subject: what a record keeps, and the sentence it is told in."""
