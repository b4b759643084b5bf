"""A floor: reads every Markdown file below a folder and counts its lines."""

import os
import sys


def lines_below(folder: str) -> int:
    """Count the lines of all Markdown files below a folder."""
    lines = 0
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".md"):
                with open(f"{where}/{name}", "rb") as file:  # noqa: PTH123 - pathlib would be half of the floor
                    lines += file.read().decode("utf-8", "replace").count("\n")
    return lines


if __name__ == "__main__":
    print(lines_below(sys.argv[1]))
