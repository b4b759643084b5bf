"""The entry point: takes its own packages from beside itself, then hands over to the command line."""

import sys


def main() -> None:
    """Run the command line and leave with its exit status."""
    from verify.packages import load_own_packages  # noqa: PLC0415 - the guard comes before any other import

    complaint = load_own_packages()
    if complaint:
        sys.stderr.write(f"verify: {complaint}\n")
        sys.exit(2)
    from verify.cli import run  # noqa: PLC0415

    sys.exit(run())


if __name__ == "__main__":
    main()
