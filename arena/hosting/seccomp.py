"""The system calls that a contained program does without, as a filter for the kernel.

Namespaces keep a program from what it should not reach; this keeps it from the rarely used parts
of the kernel in which ways out were found before, and from memory that no limit counts.
"""

import errno
import platform
import struct
from collections.abc import Mapping

_ARCHITECTURES: Mapping[str, tuple[int, int]] = {
    "x86_64": (0xC000003E, 0),
    "aarch64": (0xC00000B7, 1),
}
"""By machine: what the kernel calls it, and its column below."""

_DENIED: Mapping[str, tuple[int | None, int | None]] = {
    # Other processes.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    # Namespaces and mounts.
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # The machine.
    "syslog": (103, 116),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "clock_adjtime": (305, 266),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "iopl": (172, None),
    "ioperm": (173, None),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "quotactl": (179, 60),
    "vhangup": (153, 58),
    "personality": (135, 92),
    # Wide doors into the kernel.
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "fanotify_init": (300, 262),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # Memory that belongs to no process, so that no limit counts it.
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    # The core that the program was given.
    "sched_setaffinity": (203, 122),
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}

_CLONE, _CLONE3, _SOCKET = (56, 220), 435, (41, 198)
_NEW_NAMESPACES = 0x7E020000
_FAMILIES = (1, 2, 10, 16)
"""Unix, IPv4, IPv6 and netlink; the network they see is empty. Others, such as the sockets to a
hypervisor, do not heed network namespaces."""

_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
"""Where these lie in what the filter is shown."""
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_OTHER_ABI = 0x40000000
"""Numbers from here on are those of x32, a second way to everything on x86_64."""


def seccomp_filter(machine: str = platform.machine()) -> bytes | None:
    """Returns the filter as `struct sock_filter[]`; `None` on machines it is not written for."""
    if machine not in _ARCHITECTURES:
        return None
    architecture, column = _ARCHITECTURES[machine]
    rules = [
        _rule(_LOAD, _ARCHITECTURE),
        _rule(_IF_EQUAL, architecture, 1, 0),
        _rule(_RETURN, _KILL),
        _rule(_LOAD, _NUMBER),
        _rule(_IF_AT_LEAST, _OTHER_ABI, 0, 1),
        _failing(errno.ENOSYS),
    ]
    for numbers in _DENIED.values():
        number = numbers[column]
        if number is not None:
            rules += [_rule(_IF_EQUAL, number, 0, 1), _failing(errno.EPERM)]
    # Its flags lie in memory, where a filter cannot look; libraries then fall back to `clone`.
    rules += [_rule(_IF_EQUAL, _CLONE3, 0, 1), _failing(errno.ENOSYS)]
    rules += [
        _rule(_IF_EQUAL, _CLONE[column], 0, 4),
        _rule(_LOAD, _FIRST_ARGUMENT),
        _rule(_IF_ANY_BIT, _NEW_NAMESPACES, 0, 1),
        _failing(errno.EPERM),
        _rule(_RETURN, _ALLOW),
    ]
    rules += [
        _rule(_IF_EQUAL, _SOCKET[column], 0, 2 * len(_FAMILIES) + 2),
        _rule(_LOAD, _FIRST_ARGUMENT),
    ]
    for family in _FAMILIES:
        rules += [_rule(_IF_EQUAL, family, 0, 1), _rule(_RETURN, _ALLOW)]
    rules += [_failing(errno.EAFNOSUPPORT), _rule(_RETURN, _ALLOW)]
    return b"".join(rules)


def _rule(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    """Returns one instruction; the last two say how many to skip."""
    return struct.pack("=HBBI", code, if_so, if_not, value)


def _failing(error: int) -> bytes:
    return _rule(_RETURN, _FAIL | error)
