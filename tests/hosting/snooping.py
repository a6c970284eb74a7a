"""Programs that look around, and say `True` if they find nothing."""

SNOOPING = {
    "files of the machine": """
        import os
        for path in ("/etc/passwd", "/etc/shadow", "/root", "/home", "/var", "/work", "/opt"):
            assert not os.path.exists(path), path
        print(sorted(set(os.listdir("/")) - {"usr", "lib", "lib32", "lib64", "libx32", "bin",
            "sbin", "etc", "runtime", "bot", "tmp", "dev", "proc", "source"}), os.listdir("/etc"))
        """,
    "the environment of the arena": """
        import os
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    assert b"sword" + b"fish" not in open(f"/proc/{entry}/environ", "rb").read()
                except PermissionError:
                    pass
        assert not any("ARENA_SECRET" in name for name in os.environ)
        print(sorted(int(e) for e in os.listdir("/proc") if e.isdigit())[-1] < 20)
        """,
    "open files of the arena": """
        import os
        kinds = [os.readlink(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd")
                 if os.path.lexists(f"/proc/self/fd/{n}")]
        print(all(k.startswith(("pipe:", "/dev/null")) or k.startswith("/bot/") for k in kinds))
        """,
    "other processes": """
        import ctypes, errno, os
        libc = ctypes.CDLL(None, use_errno=True)
        def denied(*call):
            assert libc.syscall(*call) == -1, call
            return ctypes.get_errno() in (errno.EPERM, errno.ENOSYS)
        print(all([
            denied(101, 0, 0, 0, 0),
            denied(101, 16, os.getppid(), 0, 0),
            denied(310, os.getppid(), 0, 0, 0, 0, 0),
            denied(438, 3, 0, 0),
        ]))
        """,
    "the kernel": """
        import ctypes, errno, os, socket
        libc = ctypes.CDLL(None, use_errno=True)
        def denied(*call):
            assert libc.syscall(*call) == -1, call
            return ctypes.get_errno() in (errno.EPERM, errno.ENOSYS)
        print(all([
            denied(272, 0x10000000),            # unshare: a user namespace
            denied(56, 0x10000000 | 17, 0, 0, 0, 0),
            denied(435, 0, 0),                  # clone3
            denied(165, b"none", b"/tmp", b"tmpfs", 0, 0),
            denied(321, 0, 0, 0),               # bpf
            denied(425, 1, 0),                  # io_uring
            denied(319, b"x", 0),               # memfd_create
            denied(29, 0, 1 << 30, 0o1600),     # shmget
            denied(250, 0, 0),                  # keyctl
        ]))
        try:
            socket.socket(40, socket.SOCK_STREAM)   # to the hypervisor
            print("a socket")
        except OSError:
            pass
        """,
    "more rights": """
        import os, subprocess
        status = dict(line.split(":", 1) for line in open("/proc/self/status"))
        assert status["NoNewPrivs"].strip() == "1"
        assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0
        assert os.getuid() == os.geteuid() == 1000
        try:
            os.setuid(0)
            print("root")
        except OSError:
            print(True)
        """,
    "writing outside": """
        import os
        for path in ("/bot/x", "/usr/x", "/runtime/x", "/runtime/site/x", "/etc/x", "/x",
                     "/dev/x", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger", "/source/x"):
            try:
                open(path, "w").write("x")
            except OSError:
                continue
            assert path == "/bot/x" and os.path.exists("/source"), path
        print(True)
        """,
}
SAYS = {"files of the machine": "[] ['ld.so.cache']"}
