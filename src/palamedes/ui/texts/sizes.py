"""Sizes of files and of memory, in words."""


def size_text(size: float) -> str:
    """A number of bytes with a readable unit."""
    for unit in ("B", "kB", "MB"):
        if size < 999.5:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"
