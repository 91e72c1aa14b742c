"""What stands in the journal."""

import json
import os
import pathlib
import re
import signal
import socket
import time

from harness import (
    DESIGN, EDITOR, RECOVERY, REGRESSION, SERVICE, Client, check, cursor, entries, entry, expect, palette, run, show,
    start, systemctl, until, until_told)


PAIR_FIELDS = """EVENT PALETTE FILE LINE BACKGROUND_FILE BACKGROUND_LINE FOREGROUND BACKGROUND FOREGROUND_COLOR
    BACKGROUND_COLOR TRAITS RATIO RATIO_BEFORE REQUIRED USAGE CONFORMANCE RULE STATE SEQ BATCH""".split()


@check
def regression():
    """a colour that makes a pair fail: one entry with every field, right values, and the catalog's text"""
    start()
    since = cursor()
    palette(DESIGN / "brand.palette.json", "#777777")
    told = entry(since, MESSAGE_ID=REGRESSION)
    wanted = ["CONTRASTD_" + name for name in PAIR_FIELDS] + ["CODE_FILE", "CODE_LINE"]
    missing = [name for name in wanted if not told.get(name)]
    expect(not missing, f"missing: {' '.join(missing)}")
    values = {
        "PRIORITY": "3", "SYSLOG_IDENTIFIER": "contrastd", "_SYSTEMD_UNIT": SERVICE, "CONTRASTD_EVENT": "regression",
        "CONTRASTD_FOREGROUND": "text.primary", "CONTRASTD_BACKGROUND": "surface.canvas",
        "CONTRASTD_FOREGROUND_COLOR": "#777777", "CONTRASTD_BACKGROUND_COLOR": "#FFFFFF",
        "CONTRASTD_RATIO": "4.47", "CONTRASTD_RATIO_BEFORE": "4.54", "CONTRASTD_REQUIRED": "4.5",
        "CONTRASTD_USAGE": "text", "CONTRASTD_CONFORMANCE": "AA", "CONTRASTD_RULE": "declared",
        "CONTRASTD_FILE": str(DESIGN / "brand.palette.json"), "CONTRASTD_LINE": "6",
        "CONTRASTD_BACKGROUND_LINE": "5"}
    wrong = [f"{key}={told.get(key)}, not {value}" for key, value in values.items() if told.get(key) != value]
    expect(not wrong, "; ".join(wrong))
    expect(len(entries(since, MESSAGE_ID=REGRESSION)) == 1, "told more than once")
    text = run("journalctl", "-x", "--no-pager", "-n", "1", f"MESSAGE_ID={REGRESSION}").stdout
    for line in ["text.primary on surface.canvas does not have enough contrast any more", "it was 4.54:1",
                 "contrastctl suggest text.primary surface.canvas --all-traits"]:
        expect(line in text, f"not in the catalog's text: {line}\n{text}")
    expect("@" not in text, f"a field is not filled in: {text}")
    since = cursor()
    palette(DESIGN / "brand.palette.json")
    told = entry(since, MESSAGE_ID=RECOVERY)
    expect((told["PRIORITY"], told["CONTRASTD_RATIO"]) == ("5", "4.54"), f"{told}")
    also = ["WAIVER", "OWNER", "EXPIRES", "COMMIT"]
    return f"not sent: {' '.join(name for name in also if 'CONTRASTD_' + name not in told)}"


@check
def broken_client():
    """a client that breaks the protocol is disconnected, and the journal says so"""
    start()
    since = cursor()
    with Client() as client:
        client.socket.sendall(b"nonsense\0")
        expect(client.socket.recv(1) == b"", "it is answered")
    until(lambda: [one for one in entries(since, SYSLOG_IDENTIFIER="contrastd", _SYSTEMD_UNIT=SERVICE)
                   if "disconnected" in str(one.get("MESSAGE"))], "a line in the journal", 3)


@check
def editors():
    """an editor that greets and goes is told for debugging, with its name; one that says nothing is not"""
    systemctl("start", "contrastd-lsp.socket")
    start()
    since = cursor()
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "capabilities": {}, "clientInfo": {"name": "Pencil", "version": "2"}}}).encode()
    with socket.socket(socket.AF_UNIX) as silent, socket.socket(socket.AF_UNIX) as editor:
        for one in (silent, editor):
            one.settimeout(10)
            one.connect("/run/contrastd/lsp.sock")
        editor.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        expect(b"serverInfo" in editor.recv(1 << 16), "it is not answered")
        told = entry(since, MESSAGE_ID=EDITOR)
        expect(told["MESSAGE"] == "An editor of user 0 attached: Pencil 2", f"{told['MESSAGE']}")
        expect((told["PRIORITY"], told["CONTRASTD_EVENT"]) == ("7", "editor-attached"), f"{told}")
    told = entry(since, MESSAGE_ID=EDITOR, CONTRASTD_EVENT="editor-detached")
    expect(told["PRIORITY"] == "7" and "CONTRASTD_SEQ" not in told, f"{told}")
    expect(len(entries(since, MESSAGE_ID=EDITOR)) == 2, "the silent one is told of")
    text = run("journalctl", "-x", "--no-pager", "-n", "1", f"MESSAGE_ID={EDITOR}").stdout
    expect("An editor attached, or detached" in text and "@" not in text, f"{text}")


@check
def ten_thousand():
    """10,000 pairs fail at once: 50 entries and a summary with exact counts; a subscriber gets what the journal does not"""
    count = 10_000
    names = [f"text.n{number}" for number in range(count)]
    palette(DESIGN / "brand.palette.json", "#767676", *names)
    start()
    since = cursor()
    begun = time.monotonic()
    palette(DESIGN / "brand.palette.json", "#777777", *names)
    summary = until(lambda: [one for one in entries(since, CONTRASTD_EVENT="batch") if "regressions" in one["MESSAGE"]],
                    "the summary", 30)[-1]
    took = time.monotonic() - begun
    told = entries(since, _SYSTEMD_UNIT=SERVICE, CONTRASTD_BATCH=summary["CONTRASTD_BATCH"])
    regressions = [one for one in told if one["MESSAGE_ID"] == REGRESSION]
    expect((len(regressions), len(told)) == (50, 51), f"{len(regressions)} of {len(told)} entries are regressions")
    wanted = f"{count} regressions ({count - 50} of them without an entry of their own)"
    expect(wanted in summary["MESSAGE"], f"the summary says {summary['MESSAGE']}")
    expect(int(summary["CONTRASTD_SEQ"]) - int(regressions[0]["CONTRASTD_SEQ"]) == count, "numbers are missing")
    return f"told within {took:.1f} s: {summary['MESSAGE']}"


@check
def catalog():
    """every MESSAGE_ID of the daemon is known to journalctl"""
    known = run("journalctl", "--list-catalog").stdout
    source = pathlib.Path("/usr/lib/systemd/catalog/contrastd.catalog").read_text()
    ids = re.findall(r"^-- ([0-9a-f]{32})$", source, re.MULTILINE)
    expect(len(ids) >= 10 and all(one in known for one in ids), f"of {len(ids)} some are not known")


@check
def forged_name():
    """a name with line breaks in it cannot add fields to its entry"""
    start()
    name = "text.a\nPRIORITY=0\nFORGED=yes"
    since = cursor()
    palette(DESIGN / "brand.palette.json", "#777777", name)
    told = until(lambda: [one for one in entries(since, _SYSTEMD_UNIT=SERVICE)
                          if "FORGED" in str(one.get("CONTRASTD_FOREGROUND"))], "an entry that names it")
    expect(not any("FORGED" in one or one["PRIORITY"] == "0" for one in told), "a field was forged")
    told = entry(since, CONTRASTD_EVENT="batch")
    expect("\n" not in told["MESSAGE"], "a message of several lines")


@check
def journal_restarted():
    """after a restart of journald entries go on"""
    start()
    since = cursor()
    systemctl("restart", "systemd-journald.service")
    palette(DESIGN / "brand.palette.json", "#777777")
    entry(since, MESSAGE_ID=REGRESSION)


@check
def silent_journal():
    """while journald stands still the daemon answers at once; what it had to say comes afterwards"""
    names = [f"text.n{number}" for number in range(50)]
    palette(DESIGN / "brand.palette.json", "#767676", *names)
    start()
    since = cursor()
    journald = int(show("MainPID", "systemd-journald.service"))
    os.kill(journald, signal.SIGSTOP)
    slowest, told = 0.0, 0
    try:
        with Client() as client, Client() as subscriber:
            subscriber.send("Subscribe", more=True)
            subscriber.receive()
            # Each colour is 51 entries, and the socket of the journal holds some 500.
            for number in range(20):
                palette(DESIGN / "brand.palette.json", ["#777777", "#767676"][number % 2], *names)
                told += until_told(subscriber)
                begun = time.monotonic()
                expect("error" not in client.ask("Sync"), "Sync is refused")
                slowest = max(slowest, time.monotonic() - begun)
    finally:
        os.kill(journald, signal.SIGCONT)
    expect(slowest < 0.5, f"an answer took {slowest:.2f} s")
    palette(DESIGN / "brand.palette.json", "#777777", *names)
    until(lambda: len(entries(since, CONTRASTD_EVENT="regression")) >= 50, "entries afterwards")
    written = len(entries(since, MESSAGE_ID=REGRESSION)) + len(entries(since, MESSAGE_ID=RECOVERY))
    return f"{told} events, slowest answer {slowest * 1000:.0f} ms, {written} entries afterwards"
