"""Programs that want too much: what each says before it is stopped, and why it is."""

GREEDY = {
    "a fork bomb": (
        """
        import os, time
        born = 0
        try:
            while True:
                if os.fork() == 0:
                    time.sleep(60)
                born += 1
        except BlockingIOError:
            print("stopped at", born < 24, flush=True)
            time.sleep(60)
        """,
        "stopped at True",
        "",
    ),
    "ten gigabytes at once": (
        """
        try:
            bytearray(10 << 30)
        except MemoryError:
            print("no memory")
        """,
        "no memory",
        "",
    ),
    "ten gigabytes in small parts": (
        """
        held = []
        while True:
            held.append(bytearray(8 << 20))
        """,
        "",
        "more than 64 MB of memory",
    ),
    "memory that is shared": (
        """
        import mmap
        held = []
        while True:
            held.append(mmap.mmap(-1, 4 << 20))
            held[-1].write(b"x" * (4 << 20))
        """,
        "",
        "more than 64 MB of memory",
    ),
    "memory of many processes": (
        """
        import os, time
        for _ in range(16):
            if os.fork() == 0:
                held = bytearray(os.urandom(1 << 20) * 32)
                time.sleep(60)
        time.sleep(60)
        """,
        "",
        "more than 64 MB of memory",
    ),
    "a full disk": (
        """
        import os
        for place in ("/tmp", "/dev/shm", "/dev", "/", "/bot", "/door", "/proc", "/usr"):
            try:
                for n in range(10_000):
                    with open(f"{place}/{n}", "wb") as file:
                        file.write(bytes(1 << 20))
                    assert n < 16, place
            except OSError as error:
                pass
        print("full")
        """,
        "full",
        "",
    ),
    "a large file": (
        """
        import os
        try:
            os.truncate(os.open("/tmp/large", os.O_CREAT | os.O_RDWR), 1 << 40)
        except OSError as error:
            print("too large")
        """,
        "",
        "",
    ),
    "files without end": (
        """
        n = 0
        while True:
            n += 1
            open(f"/tmp/{n}", "w").close()
        """,
        "",
        "made more than 500 files",
    ),
    "a busy loop on every core": (
        """
        import os
        print(len(os.sched_getaffinity(0)), flush=True)
        try:
            os.sched_setaffinity(0, range(os.cpu_count()))
        except OSError:
            print("one core", flush=True)
        for _ in range(4):
            os.fork()
        while True:
            pass
        """,
        "1\none core",
        "",
    ),
}
