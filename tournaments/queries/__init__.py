"""Every read beyond a plain get. The number of queries does not grow with the rows."""
