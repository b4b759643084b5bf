"""Runs one command and writes what it used: CPU seconds, peak memory and exit status.

Linux counts the memory of whoever starts a process into that process's peak, so that this file is
run by a bare interpreter (``-I -S``) and imports no more than it must.
"""

import os
import sys


def main() -> None:
    """Run the command given by the arguments; its output goes nowhere, its complaints to stderr."""
    command = sys.argv[1:]
    silence = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=silence)
    _, status, usage = os.wait4(child, 0)
    unit = 1 if sys.platform == "darwin" else 1024
    print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit, os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
