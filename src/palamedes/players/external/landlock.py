"""Starts a program that sees less: `landlock.py SCRATCH START PLACE... -- COMMAND...`

The program can read and execute what is in the places, and do everything in the folder SCRATCH;
the Linux kernel refuses all other files (Landlock) and, if it is new enough, TCP connections and
signals to others. It begins in the folder START. Exit 126 if the kernel cannot do that.

This file imports nothing from the package: it has to start quickly.
"""

import ctypes
import os
import stat
import sys

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # system calls
GET_VERSION, PATH_BENEATH, PR_SET_NO_NEW_PRIVS = 1, 1, 38
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TCP, SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many rights each version knows; later ones 16
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random")
REFUSED = 126

libc = ctypes.CDLL(None, use_errno=True)


class PathRule(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"  # from Python 3.14 on, packing without it prints a warning
    _fields_ = [("rights", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def main(scratch: str, start: str, places: list[str], command: list[str]) -> None:
    version = libc.syscall(CREATE_RULESET, None, 0, GET_VERSION)
    if version < 1:
        sys.exit(REFUSED)
    everything = (1 << RIGHTS.get(version, 16)) - 1
    parts = 1 + (version >= 4) + (version >= 6)  # what this version of Landlock knows
    handled = (ctypes.c_uint64 * parts)(everything, *(TCP, SCOPES)[: parts - 1])
    rules = libc.syscall(CREATE_RULESET, handled, ctypes.sizeof(handled), 0)
    allow(rules, scratch, everything)
    for place in places:
        allow(rules, place, EXECUTE | READ_FILE | READ_DIR)
    for device in DEVICES:
        allow(rules, device, READ_FILE | WRITE_FILE)
    os.chdir(start)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if rules < 0 or libc.syscall(RESTRICT_SELF, rules, 0) != 0:
        sys.exit(REFUSED)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"landlock: {command[0]}: {error.strerror}")


def allow(rules: int, place: str, rights: int) -> None:
    """Give rights below a place; a file has no folders, and gets no rights about those."""
    try:
        handle = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not stat.S_ISDIR(os.fstat(handle).st_mode):
        rights &= EXECUTE | READ_FILE | WRITE_FILE
    rule = PathRule(rights, handle)
    libc.syscall(ADD_RULE, rules, PATH_BENEATH, ctypes.byref(rule), 0)
    os.close(handle)


if __name__ == "__main__":
    cut = sys.argv.index("--")
    main(sys.argv[1], sys.argv[2], sys.argv[3:cut], sys.argv[cut + 1 :])
