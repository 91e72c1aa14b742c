"""Palettes to write, and what a daemon that watches them should then say."""

import ctypes
import json
import os
import pathlib
import stat
import subprocess

from daemon import Daemon, Failure, expect

# Directories that the daemon passes over.
SKIPPED = {".git", ".hg", ".svn", "node_modules", "Pods", ".build", "DerivedData", ".gradle", "build"}
GOOD, BAD, WHITE = "#767676", "#777777", "#FFFFFF"

RENAME_EXCHANGE = 2
AT_FDCWD = -100
libc = ctypes.CDLL(None, use_errno=True)


def document(text=GOOD, name="text.primary"):
    """A palette of one pair: on white GOOD is 4.54:1 and passes, BAD is 4.47:1 and fails."""
    return json.dumps({
        "name": "Brand", "canvas": "surface.canvas", "colors": {"surface.canvas": WHITE, name: text},
        "pairs": [{"foreground": name, "background": "surface.canvas"}]}, indent=2)


def color_set(color):
    red, green, blue = (f"0x{color[start:start + 2]}" for start in (1, 3, 5))
    return json.dumps({
        "colors": [{"idiom": "universal", "color": {
            "color-space": "srgb", "components": {"red": red, "green": green, "blue": blue, "alpha": "1.000"}}}],
        "info": {"author": "xcode", "version": 1}}, indent=2)


def write(path, text):
    """In place: truncated, written, closed."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def replace(path, text):
    """As editors save: a temporary file that is renamed."""
    temporary = path.with_name(f".{path.name}.tmp")
    write(temporary, text)
    temporary.rename(path)


def make(path, text):
    """The file, and the directories on the way to it at once."""
    path.parent.mkdir(parents=True)
    write(path, text)


def catalogs(root, count, text, background=WHITE):
    """Asset catalogs of 50 pairs, `onX` on `X`, until there are `count` colour sets."""
    for number in range(count // 2):
        folder = root / f"Part{number // 50:02}.xcassets"
        for name, color in ((f"onPart{number % 50:02}", text), (f"part{number % 50:02}", background)):
            file = folder / f"{name}.colorset" / "Contents.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            write(file, color_set(color))


def exchange(first, second):
    if libc.renameat2(AT_FDCWD, os.fsencode(first), AT_FDCWD, os.fsencode(second), RENAME_EXCHANGE):
        raise OSError(ctypes.get_errno(), "renameat2")


def git(root, *words):
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "gc.auto=0"]
    subprocess.run(["git", "-C", root, *identity, *words], check=True, stdin=subprocess.DEVNULL, capture_output=True)


def way(path):
    """Inodes on the way to a path as it is resolved: each directory below /, each link; and whether it leads there."""
    found, current = set(), "/"
    pending = [part for part in str(path).split("/") if part]
    while pending:
        following = os.path.join(current, pending.pop(0))
        try:
            state = os.lstat(following)
        except FileNotFoundError:
            found.add(inode(os.lstat(current)))
            return found, False
        found.add(inode(state))
        if stat.S_ISLNK(state.st_mode):
            target = os.readlink(following)
            pending = [part for part in target.split("/") if part] + pending
            current = "/" if target.startswith("/") else current
        else:
            current = following
    return found, True


def inode(state):
    return state.st_dev, state.st_ino


def watched(root):
    """What must be watched, no more and no less: the way to the root, and every directory that it holds."""
    found, is_there = way(root)
    for folder, inner, _ in os.walk(root) if is_there else ():
        found.add(inode(os.stat(folder)))
        inner[:] = [name for name in inner if name not in SKIPPED]
    return found


def state(daemon):
    """Everything that a daemon knows of its palettes."""
    daemon.ask("Sync")
    palettes = daemon.ask("ListPalettes")["palettes"]
    return {
        "palettes": palettes,
        "findings": daemon.list("ListFindings", "findings"),
        "measurements": [
            item for palette in palettes if palette["evaluated"] for grid in (False, True)
            for item in daemon.list("ListMeasurements", "measurements", palette=palette["path"], all=grid)]}


def same_as_cold(daemon, root, what, configuration=None):
    """Fails unless a daemon that starts now says the same, and the watches are those there must be. Counts them."""
    warm = state(daemon)
    now = daemon.ask("GetStatus")
    expect(not any(one["degraded"] or one["lost"] for one in now["roots"]), f"{what}: {now['roots']}")
    wanted = len(watched(root))
    expect(now["watches"] == wanted, f"{what}: {now['watches']} watches, {wanted} directories and links")
    with Daemon(root, configuration) as other:
        cold = state(other)
        expect(other.ask("GetStatus")["watches"] == wanted, f"{what}: the fresh daemon has other watches")
    for key, value in cold.items():
        if warm[key] != value:
            raise Failure(f"{what}: {key} are not those of a fresh daemon:\n{difference(warm[key], value)}")
    return {key: len(value) for key, value in cold.items()} | {"watches": wanted}


def difference(warm, cold):
    """The first few items that only one of the two has."""
    ours, theirs = ({json.dumps(item, sort_keys=True) for item in items} for items in (warm, cold))
    lines = [f"- {item[:300]}" for item in sorted(ours - theirs)[:5]]
    lines += [f"+ {item[:300]}" for item in sorted(theirs - ours)[:5]]
    return "\n".join(lines) or "the order differs"
