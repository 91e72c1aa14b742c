"""A program of several parts, each run in a scratch directory of its own and for a bounded time."""

import pathlib
import shutil
import signal
import sys
import tempfile
import time

from daemon import Failure, Refused

SECONDS = 300
PARTS = []


def part(function):
    """Registers a part: it gets a directory in /dev/shm and returns what it counted. Its docstring says what it does."""
    PARTS.append(function)
    return function


def anonymous(process):
    """RssAnon of a process in bytes."""
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) << 10
    raise Failure(f"no RssAnon of {process}")


def main(usage, names):
    """Runs the parts named, or all; the exit status."""
    unknown = set(names) - {one.__name__ for one in PARTS}
    if unknown:
        print(usage, file=sys.stderr)
        return 2
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(Failure(f"not over after {SECONDS} s")))
    failed = 0
    for one in PARTS:
        if names and one.__name__ not in names:
            continue
        begun = time.monotonic()
        signal.alarm(SECONDS)
        scratch = pathlib.Path(tempfile.mkdtemp(prefix="contrastd-parts-", dir="/dev/shm"))
        problem = note = None
        try:
            note = one(scratch)
        except (Failure, Refused, OSError) as failure:
            problem = f"{type(failure).__name__}: {failure}"
        signal.alarm(0)
        shutil.rmtree(scratch, ignore_errors=True)
        failed += problem is not None
        word = "pass" if problem is None else "FAIL"
        print(f"{word}  {one.__name__}: {one.__doc__} ({time.monotonic() - begun:.1f} s)\n      {problem or note}",
              flush=True)
    print(f"{pathlib.Path(sys.argv[0]).name}: {failed} failed")
    return 1 if failed else 0
