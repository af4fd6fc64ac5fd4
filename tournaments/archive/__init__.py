"""The archive of an event: one JSON file that holds it whole. FORMAT.md describes the file."""
