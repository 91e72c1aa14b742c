"""What a daemon should have told, beside what it did tell: a tree of palettes, a journal of one's own, the store's log."""

import array
import ctypes
import json
import os
import shutil
import socket
import sqlite3
import struct
import threading
import time

from daemon import expect
from trees import WHITE, libc, replace

BREAKS = {"regression", "appeared-failing"}
CLONE_NEWNS, MS_REC, MS_PRIVATE = 0x20000, 0x4000, 1 << 18


def own_journal():
    """A journal that only this program reads, in a mount namespace of its own. To be called while there is one thread."""
    for failed in (libc.unshare(CLONE_NEWNS), libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None),
                   libc.mount(b"tmpfs", b"/run", b"tmpfs", 0, b"size=8m")):
        if failed:
            raise OSError(ctypes.get_errno(), "a mount namespace of one's own (run as root)")
    return Journal()


class Journal:
    """Takes what is sent to the journal, natively; `entries` are dictionaries of text."""

    PATH = "/run/systemd/journal/socket"

    def __init__(self):
        self.entries, self.marked = [], threading.Event()
        os.makedirs(os.path.dirname(self.PATH))
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.PATH)
        threading.Thread(target=self.run, daemon=True).start()

    def clear(self):
        """Forgets everything that was sent so far, also what is still on its way."""
        self.marked.clear()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
            other.sendto(b"MARK=1\n", self.PATH)
        self.marked.wait()
        self.entries.clear()

    def run(self):
        while True:
            data, more, *_ = self.socket.recvmsg(1 << 20, socket.CMSG_SPACE(4))
            # What is too long for a datagram comes as a sealed file.
            for level, kind, passed in more:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                    for number in array.array("i", passed):
                        with open(number, "rb") as file:
                            file.seek(0)
                            data += file.read()
            if data == b"MARK=1\n":
                self.marked.set()
            else:
                self.entries.append(dict(self.fields(data)))

    @staticmethod
    def fields(data):
        while data:
            line, _, data = data.partition(b"\n")
            name, equals, value = line.partition(b"=")
            if not equals:
                size, = struct.unpack_from("<Q", data)
                value, data = data[8:8 + size], data[9 + size:]
            yield name.decode(), value.decode()


def unpacked(blob):
    """The fields in an event's row."""
    parts = []
    while blob:
        size, = struct.unpack_from("<q", blob)
        parts.append(blob[8:8 + size].decode())
        blob = blob[8 + size:]
    return dict(zip(parts[::2], parts[1::2]))


class Log:
    """The events in the store of a daemon that is dead: read from a copy, which SQLite may mend as it likes."""

    def __init__(self, state, scratch, after=0):
        copy = scratch / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for end in ("", "-wal"):
            if (state / f"store{end}").exists():
                shutil.copyfile(state / f"store{end}", copy / f"store{end}")
        database = sqlite3.connect(copy / "store")
        checked = database.execute("PRAGMA quick_check").fetchall()
        expect(checked == [("ok",)], f"the store is not whole: {checked}")
        self.events = {number: unpacked(fields)
                       for number, fields in database.execute(
                           "SELECT seq, fields FROM event WHERE seq > ? ORDER BY seq", (after,))}
        database.close()


class Model:
    """Pairs in palettes, each written again and again in a colour that it never had before."""

    def __init__(self, root, draw, palettes=4, pairs=4):
        self.root, self.draw, self.number = root, draw, 0
        self.files = [root / f"p{number}.palette.json" for number in range(palettes)]
        self.names = [f"text.t{number}" for number in range(pairs)]
        # By file and name: every colour it had with the number of the edit, and whether it fails.
        self.written = {(file, name): [] for file in self.files for name in self.names}
        # By file and name: what was told last, and the number of the edit that it was told of.
        self.told = {key: (False, -1) for key in self.written}
        self.counts = {"regressions": 0, "recoveries": 0}
        root.mkdir()
        for file in self.files:
            for name in self.names:
                self.color(file, name, False)
            replace(file, self.document(file))

    def color(self, file, name, fails):
        self.number += 1
        base = 0x80 if fails else 0x00
        red, green, blue = (base | self.number >> shift & 0x3f for shift in (0, 6, 12))
        self.written[file, name].append((f"#{red:02X}{green:02X}{blue:02X}", fails))

    def document(self, file):
        colors = {"surface.canvas": WHITE} | {name: self.written[file, name][-1][0] for name in self.names}
        return json.dumps({
            "name": file.stem, "canvas": "surface.canvas", "colors": colors,
            "pairs": [{"foreground": self.names, "background": "surface.canvas"}]}, indent=1)

    def edit(self, patience=0.0):
        """One to three pairs of a palette broken or mended, or in another colour of the same kind; saved in some way."""
        file = self.draw.choice(self.files)
        for name in self.draw.sample(self.names, self.draw.randint(1, 3)):
            self.color(file, name, self.draw.random() < 0.5)
        text = self.document(file)
        if self.draw.random() < 0.5:
            return replace(file, text)
        with open(file, "w", encoding="utf-8") as out:
            # In two parts, and between them it is no palette.
            half = self.draw.randrange(len(text))
            out.write(text[:half])
            out.flush()
            time.sleep(self.draw.random() * patience)
            out.write(text[half:])

    def failing(self):
        return {key for key, colors in self.written.items() if colors[-1][1]}

    def take(self, event):
        """Holds one event of the log against what was written: in turn, and of a colour that the pair had since."""
        kind = event["CONTRASTD_EVENT"]
        if kind not in BREAKS | {"recovery"}:
            expect(kind in {"batch", "store-trouble"}, f"nobody did that: {event}")
            return
        key = next((key for key in self.told if (str(key[0]), key[1]) == (
            event["CONTRASTD_PALETTE"], event["CONTRASTD_FOREGROUND"])), None)
        expect(key, f"there is no such pair: {event}")
        failed, last = self.told[key]
        fails = kind in BREAKS
        expect(fails != failed, f"told twice under two numbers: {event}")
        colors = [color for color, _ in self.written[key]]
        expect(event["CONTRASTD_FOREGROUND_COLOR"] in colors, f"never written: {event}")
        now = colors.index(event["CONTRASTD_FOREGROUND_COLOR"])
        expect(now > last and self.written[key][now][1] == fails, f"not what was written: {event}")
        self.told[key] = fails, now
        self.counts["regressions" if fails else "recoveries"] += 1

    def is_told(self):
        """Whether what was told last of every pair is what the tree says."""
        return {key for key, (fails, _) in self.told.items() if fails} == self.failing()


def row_sum(*values):
    """The sum behind a row, as Sources/Service/Store/StoreRows.swift makes it."""
    data = bytearray()
    for value in values:
        if value is None:
            data += struct.pack("<q", 0)
        elif isinstance(value, int):
            data += struct.pack("<qq", 1, value)
        else:
            raw = value.encode() if isinstance(value, str) else value
            data += struct.pack("<qq", 2 if isinstance(value, str) else 3, len(raw)) + raw
    total = 0xcbf29ce484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001b3 % (1 << 64)
    return total - (1 << 64) if total >> 63 else total


def set_state(path, name, value):
    """Writes a value into the store of a daemon that is not running."""
    database = sqlite3.connect(path)
    database.execute("UPDATE state SET value = ?, sum = ? WHERE name = ?", (value, row_sum(name, value), name))
    database.commit()
    database.close()


# Version 1, as it was: without sums.
VERSION_1 = """
CREATE TABLE state (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE palette (root TEXT, path TEXT, told BLOB, PRIMARY KEY (root, path)) WITHOUT ROWID;
CREATE TABLE event (seq INTEGER PRIMARY KEY, time INTEGER, kind TEXT, root TEXT, palette TEXT, foreground TEXT,
background TEXT, message TEXT, fields BLOB);
PRAGMA user_version = 1;
"""


def make_older(path):
    """What is in the store of a daemon that is not running, as version 1 held it."""
    aside = path.with_name("newer")
    path.rename(aside)
    old, new = sqlite3.connect(path), sqlite3.connect(aside)
    old.executescript(VERSION_1)
    for table, count, clause in (("state", 2, "WHERE name NOT IN ('trouble', 'schema')"), ("palette", 3, ""), ("event", 9, "")):
        rows = [row[:count] for row in new.execute(f"SELECT * FROM {table} {clause}")]
        old.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * count)})", rows)
    old.commit()
    old.close()
    new.close()
    for file in path.parent.glob("newer*"):
        file.unlink()


def age_events(path, seconds):
    """Moves the events in the store of a daemon that is not running into the past."""
    database = sqlite3.connect(path)
    for row in database.execute("SELECT seq, time, kind, root, palette, foreground, background, message, fields FROM event"
                                ).fetchall():
        row = (row[0], row[1] - seconds, *row[2:])
        database.execute("UPDATE event SET time = ?, sum = ? WHERE seq = ?", (row[1], row_sum(*row), row[0]))
    database.commit()
    database.close()
