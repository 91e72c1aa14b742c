"""Start, configuration, confinement, the directories that are watched."""

import os
import pathlib
import pwd
import re
import stat
import time

from harness import (
    CONFIGURATION, DESIGN, ROOT, SERVICE, UNITS, Client, check, configure, cursor, entries, entry, expect,
    palette, run, show, start, status, systemctl, until)


@check
def starts():
    """systemctl start returns when every palette is looked through; the status text says what is watched"""
    start()
    expect(show("Type") == "notify" and show("ActiveState") == "active", "not an active notify service")
    text = show("StatusText")
    expect(re.fullmatch(r"1 palettes?, 0 failing pairs", text), f"StatusText is {text!r}")
    state = status()
    expect(state["state"] == "ready" and [root["path"] for root in state["roots"]] == [str(DESIGN)], str(state))
    palette(DESIGN / "brand.palette.json", "#777777")
    until(lambda: "1 failing pair" in show("StatusText"), "1 failing pair in StatusText")


@check
def is_confined():
    """it runs as contrastd, without privileges, with a system call filter, and its state directory is its own"""
    lines = pathlib.Path(f"/proc/{start()}/status").read_text()
    values = dict(line.split(":\t", 1) for line in lines.splitlines() if ":\t" in line)
    user = pwd.getpwnam("contrastd")
    expect(values["Uid"].split() == [str(user.pw_uid)] * 4, f"Uid {values['Uid']}")
    expect(values["Gid"].split() == [str(user.pw_gid)] * 4, f"Gid {values['Gid']}")
    expect(values["CapEff"].strip("0") == "" and values["CapBnd"].strip("0") == "", "it has capabilities")
    expect(values["NoNewPrivs"] == "1" and values["Seccomp"] == "2", "no filter")
    state = os.stat("/var/lib/contrastd")
    expect((stat.S_IMODE(state.st_mode), state.st_uid) == (0o700, user.pw_uid), "the state directory is open")


@check
def empty_configuration():
    """as installed there is nothing to watch: exit status 78, one try"""
    configure()
    systemctl("start", SERVICE, check=False)
    gives_up("nothing to watch")


@check
def bad_configuration():
    """a mistake in the configuration at start: exit status 78, its file and line in the journal, one try"""
    since = cursor()
    (CONFIGURATION / "60-broken.conf").write_text("[Daemon]\nSettleSecs=1s\n")
    systemctl("start", SERVICE, check=False)
    gives_up()
    said = "\n".join(str(one.get("MESSAGE")) for one in entries(since, _SYSTEMD_UNIT=SERVICE))
    expect(f"{CONFIGURATION}/60-broken.conf:2" in said, f"no file and line in: {said}")


@check
def unreadable_drop_ins():
    """a directory of drop-ins that the daemon may not read is a mistake too: 78, and the directory is named"""
    CONFIGURATION.chmod(0o700)
    try:
        systemctl("start", SERVICE, check=False)
        gives_up(str(CONFIGURATION))
    finally:
        CONFIGURATION.chmod(0o755)


@check
def linked_drop_in():
    """a drop-in may be a link to a file elsewhere"""
    run("mv", str(CONFIGURATION / "50-brand.conf"), "/srv/brand.conf")
    (CONFIGURATION / "50-brand.conf").symlink_to("/srv/brand.conf")
    start()
    expect([root["name"] for root in status()["roots"]] == ["brand"], "the link was not followed")


@check
def failed_start_is_told():
    """a start that fails for another reason says why in the journal"""
    since = cursor()
    run("systemd-run", "--wait", "--unit=contrastd-failing", "-p", "Type=notify", "/usr/bin/contrastd",
        "--socket=/nowhere/contrastd.sock", str(DESIGN), check=False, seconds=15)
    said = "\n".join(str(one.get("MESSAGE")) for one in entries(since, SYSLOG_IDENTIFIER="contrastd"))
    expect("/nowhere" in said, f"the journal has {said!r}")


def gives_up(said=""):
    """It has failed with 78, and is not tried again though RestartSec= has long passed."""
    since = time.monotonic()
    until(lambda: show("ActiveState") == "failed", "failed")
    until(lambda: time.monotonic() - since > 2.5, "time for a restart")
    got = (show("ActiveState"), show("ExecMainStatus"), show("NRestarts"))
    expect(got == ("failed", "78", "0"), f"state, status, restarts: {got}")
    log = run("journalctl", "-u", SERVICE, "-n", "20", "-o", "cat").stdout
    expect(said in log, f"no {said!r} in: {log}")


@check
def bad_configuration_with_clients():
    """clients that keep on connecting to a broken configuration: a few tries, then rest; the manual's remedy works"""
    broken = CONFIGURATION / "60-broken.conf"
    broken.write_text("nonsense\n")
    since = cursor()
    client = Client(seconds=30)
    client.send("GetStatus")
    until(lambda: show("ActiveState", "contrastd.socket") == "failed", "the socket gives up", 20)
    tries = len([one for one in entries(since, UNIT=SERVICE, _PID="1") if "status=78" in str(one.get("MESSAGE"))])
    expect(1 <= tries <= 5, f"{tries} tries")
    client.socket.close()
    broken.unlink()
    systemctl("reset-failed", *UNITS)
    systemctl("restart", "contrastd.socket", SERVICE)
    expect(status()["state"] == "ready", "not ready after the remedy")
    return f"{tries} tries"


@check
def missing_root():
    """a directory that is not there does not keep the service from starting; it is found when it comes"""
    since = cursor()
    configure(brand=DESIGN, other="/srv/other")
    start()
    expect("degraded: other" in show("StatusText"), f"StatusText is {show('StatusText')!r}")
    expect(entry(since, MESSAGE_ID=ROOT)["CONTRASTD_EVENT"] == "root-lost", "no root-lost")
    palette(pathlib.Path("/srv/other/more.palette.json"))
    until(lambda: show("StatusText").startswith("2 palettes, 0 failing"), "2 palettes")
    expect(entry(since, MESSAGE_ID=ROOT, CONTRASTD_EVENT="root-back")["PRIORITY"] == "5", "no root-back")


@check
def home_made_anew():
    """a palette below /home is watched through the sandbox, also when its directory is removed and made anew"""
    home = pathlib.Path("/home/designer/palettes")
    palette(home / "a.palette.json")
    pathlib.Path("/home/designer").chmod(0o755)
    configure(home=home)
    start()
    run("rm", "-rf", str(home))
    until(lambda: "degraded: home" in show("StatusText"), "the directory's loss is seen")
    palette(home / "a.palette.json", "#777777")
    until(lambda: "1 failing" in show("StatusText") and "degraded" not in show("StatusText"), "it is found again", 5)
