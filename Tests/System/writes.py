"""contrastctl's writes of a baseline, a waiver, a policy and a fix: in which order, and what a fault at each call leaves."""

import errno
import json
import os
import pathlib
import re
import shutil
import subprocess
import time

from daemon import Failure, PROGRAM, expect
from trees import BAD, GOOD, document, write

CONTRASTCTL = pathlib.Path(os.environ.get("CONTRASTCTL") or PROGRAM.with_name("contrastctl"))
SHIM = pathlib.Path(__file__).with_name("faults.c")
BASELINE, WAIVERS = "contrast.baseline.json", "contrast.waivers.json"


def compiled(scratch):
    """The library that makes calls fail, built."""
    compiler = next(filter(None, map(shutil.which, ("cc", "clang"))), None)
    expect(compiler, "there is no C compiler (cc or clang)")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", scratch / "faults.so", SHIM, "-ldl"], check=True)
    return scratch / "faults.so"


def control(directory, *words, **more):
    return subprocess.run([CONTRASTCTL, *words], cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          **more)


def begin(directory):
    directory.mkdir()
    for name in ("brand", "other"):
        write(directory / f"{name}.palette.json", document(BAD))


def accepted(directory):
    """A baseline of two failures, one of which has been mended since."""
    begin(directory)
    expect(control(directory, "baseline", "create").returncode == 0, "there is no baseline")
    write(directory / "other.palette.json", document(GOOD))


def waived(directory):
    """A file of waivers with a comment that is to stay."""
    begin(directory)
    write(directory / WAIVERS, "// Ours.\n" + json.dumps({"waivers": []}))


WAIVER = ["waiver", "add", "text.*", "--owner=@web", "--reason=known", "--expires=2999-01-01"]
# What is run, where it begins from, and the files that it writes.
WRITES = {
    "baseline create": (["baseline", "create"], begin, [BASELINE]),
    "baseline prune": (["baseline", "prune"], accepted, [BASELINE]),
    "waiver add": (WAIVER, waived, [WAIVERS]),
    "first waiver add": (WAIVER, begin, [WAIVERS]),
    "policy init": (["policy", "init"], begin, ["contrast.policy.json"]),
    "fix --apply": (["fix", "--apply"], begin, ["brand.palette.json", "other.palette.json"]),
}


def contents(directory, names):
    return {name: (directory / name).read_bytes() if (directory / name).exists() else None for name in names}


def every_write(scratch, end, draw):
    """Every command, every call of it that changes a file, every kind of fault; in an order that is drawn, if any."""
    shim, points, outcomes, tried = compiled(scratch), [], {}, 0
    for name, (words, start, files) in WRITES.items():
        kept = scratch / "kept" / name
        kept.parent.mkdir(exist_ok=True)
        start(kept)
        old = contents(kept, files)
        _, count, _ = run(scratch, kept, words, shim, "kill", 0)
        new = contents(scratch / "tree", files)
        expect(all(old[file] != new[file] for file in files), f"{name} writes nothing")
        expect(count, f"no call of {name} was seen")
        points += [(name, kept, old, new, kind, number) for number in range(1, count + 1)
                   for kind in ("kill", "torn", str(errno.EIO), str(errno.ENOSPC))]
    total = len(points)
    if draw:
        draw.shuffle(points)
    for name, kept, old, new, kind, number in points:
        if time.monotonic() > end:
            break
        words, _, files = WRITES[name]
        done, _, (renames, call) = run(scratch, kept, words, shim, kind, number)
        now = contents(scratch / "tree", files)
        what = f"{name}, {kind} at call {number} ({call})"
        for file in files:
            expect(now[file] in (old[file], new[file]), f"{what}: {file} is neither the old one nor the new: {now[file]}")
        if kind in ("kill", "torn"):
            expect(done.returncode == -9, f"{what}: exit {done.returncode}")
        else:
            expect(done.returncode not in (0, -9), f"{what}: exit {done.returncode}")
            expect("cannot write" in done.stderr, f"{what}: it says {done.stderr!r}")
            # What the rename has not reached stays as it was, and nothing is left beside it.
            expect(sum(now[file] == new[file] for file in files) == renames, f"{what}: written all the same")
            left = [path.name for path in (scratch / "tree").iterdir() if path.name.startswith(".contrast-")]
            expect(not left, f"{what}: {left} is left")
        outcome = "new" if now == new else "old" if now == old else "one of two files new"
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        tried += 1
    tally = ", ".join(f"{count} times {name}" for name, count in sorted(outcomes.items()))
    return f"{len(WRITES)} commands, {tried} of {total} faults tried: {tally}; never mixed, never empty"


def run(scratch, kept, words, shim, kind, number):
    tree = scratch / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(kept, tree)
    counter = scratch / "count"
    counter.write_bytes(bytes(32))
    done = control(tree, *words, env={
        **os.environ, "LD_PRELOAD": str(shim), "FAULT_PATH": str(tree), "FAULT_KIND": kind, "FAULT_AT": str(number),
        "FAULT_COUNT": str(counter)})
    data = counter.read_bytes()
    calls, renames = (int.from_bytes(data[at:at + 8], "little") for at in (0, 8))
    return done, calls, (renames, data[16:].rstrip(b"\0").decode())


def order_of_writes(scratch):
    """What strace sees of each command's writes."""
    if not shutil.which("strace"):
        raise Failure("strace is missing (Debian: strace)")
    seen = 0
    for name, (words, start, files) in WRITES.items():
        tree = scratch / f"order {name}"
        start(tree)
        trace = scratch / "trace"
        for old in scratch.glob("trace.*"):
            old.unlink()
        subprocess.run(
            ["strace", "-ff", "-y", "-o", trace, "-e", "trace=openat,write,fsync,fdatasync,close,rename,renameat,renameat2",
             CONTRASTCTL, *words], cwd=tree, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        lines = [line for file in scratch.glob("trace.*") for line in file.read_text().splitlines()]
        for file in files:
            held(lines, tree, file, name)
            seen += 1
    return f"{len(WRITES)} commands, {seen} files: each in this order"


def held(lines, tree, file, name):
    """The lines that concern one file, in order."""
    place = re.escape(str(tree))
    renamed = next((match for line in lines if (match := re.match(
        rf'renameat2?\((\d+)<{place}>, "(\.contrast-\w+)", \1<{place}>, "{re.escape(file)}"(, 0)?\) += 0$', line))), None)
    expect(renamed, f"{name}: no rename to {file} within its directory")
    directory, temporary = renamed[1], re.escape(renamed[2])
    wanted = [
        rf'openat\({directory}<{place}>, "{temporary}", [^)]*O_CREAT\|O_EXCL[^)]*\) += (\d+)<',
        rf"write\(\d+<{place}/{temporary}>, ", rf"fsync\(\d+<{place}/{temporary}>\) += 0$",
        rf"close\(\d+<{place}/{temporary}>\) += 0$", re.escape(renamed[0]), rf"fsync\({directory}<{place}>\) += 0$"]
    position = 0
    for pattern in wanted:
        while position < len(lines) and not re.match(pattern, lines[position]):
            position += 1
        expect(position < len(lines), f"{name}: {file} is not written in order, no {pattern} where it should be")
        position += 1
