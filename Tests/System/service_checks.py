"""The socket, reload, watchdog, the end."""

import grp
import os
import pathlib
import pwd
import signal
import stat
import threading
import time

from harness import (
    CONFIGURATION, CONFIGURATION_INVALID, DESIGN, REGRESSION, SERVICE, SOCKET, UNITS, Client, check, configure,
    cursor, drop_in, entries, entry, expect, palette, pid, show, start, status, systemctl, until, until_told)


# -- The socket

@check
def socket_rights():
    """the socket is 0660 root:contrastd; others get EACCES; members may ask, but not reload"""
    start()
    group = grp.getgrnam("contrastd").gr_gid
    made = os.stat(SOCKET)
    expect((stat.S_IMODE(made.st_mode), made.st_uid, made.st_gid) == (0o660, 0, group), f"the socket is {made}")
    place = os.stat(os.path.dirname(SOCKET))
    expect((stat.S_IMODE(place.st_mode), place.st_uid, place.st_gid) == (0o755, 0, 0), f"its directory is {place}")
    nobody = pwd.getpwnam("nobody").pw_uid
    refused = as_user(nobody, [])
    expect(refused == "PermissionError", f"a stranger got {refused}")
    got = as_user(nobody, [group])
    expect(got == "ready org.varlink.service.PermissionDenied", f"a member got {got}")
    got = as_user(0, [])
    expect(got == "ready None", f"root got {got}")


def as_user(user, groups):
    """The state, and the error of Reload, as another user sees them; or the name of what kept it out."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups(groups)
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            with Client() as client:
                answer = f"{client.ask('GetStatus')['parameters']['state']} {client.ask('Reload').get('error')}"
        except Exception as error:
            answer = type(error).__name__
        os.write(writer, answer.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return text


@check
def activation():
    """connections made before the service runs start it and are all answered"""
    drop_in("[Service]\nExecStartPre=/bin/sleep 0.5\n")
    expect(show("ActiveState") == "inactive", "it runs already")
    clients = [Client() for _ in range(20)]
    for client in clients:
        client.send("Sync")
    until(lambda: show("ActiveState") in ("activating", "active"), "systemd starts it", 5)
    answers = [client.receive() for client in clients]
    expect(all("error" not in answer for answer in answers), f"{answers[0]}")
    expect(show("ActiveState") == "active", "not active")
    for client in clients:
        client.socket.close()


@check
def restart_refuses_nobody():
    """100 clients that connect while the service restarts: 0 ECONNREFUSED, and each is answered in the end"""
    before = start()
    tally, lock, over = {}, threading.Lock(), threading.Event()
    last = [None] * 100

    def connect(number):
        finished = False
        while not finished:
            finished = over.is_set()
            try:
                with Client(seconds=20) as client:
                    answer = client.ask("GetStatus")
                    last[number] = answer["parameters"].get("clock") if "error" not in answer else None
                    outcome = answer.get("error", "answered")
            except (OSError, EOFError) as error:
                last[number], outcome = None, type(error).__name__
            with lock:
                tally[outcome] = tally.get(outcome, 0) + 1

    threads = [threading.Thread(target=connect, args=[number], daemon=True) for number in range(100)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        systemctl("restart", SERVICE)
    over.set()
    for thread in threads:
        thread.join(timeout=30)
    expect(not any(thread.is_alive() for thread in threads), "a client hangs")
    expect(pid() != before, "it was not restarted")
    expect(tally.get("ConnectionRefusedError", 0) + tally.get("FileNotFoundError", 0) == 0, f"refused: {tally}")
    expect(len(set(last)) == 1 and last[0], f"not all were answered by the last one: {set(last)}; {tally}")
    return ", ".join(f"{count} {outcome}" for outcome, count in sorted(tally.items()))


# -- Reload

@check
def reload():
    """systemctl reload returns when the new configuration is in force; connections and the process stay"""
    before = start()
    with Client() as client:
        client.ask("GetStatus")
        palette(pathlib.Path("/srv/other/more.palette.json"), "#777777")
        configure(brand=DESIGN, other="/srv/other")
        systemctl("reload", SERVICE)
        roots = [root["name"] for root in client.ask("GetStatus")["parameters"]["roots"]]
        expect(roots == ["brand", "other"], f"after the reload: {roots}")
    expect(pid() == before and show("ActiveState") == "active", "it was restarted")
    until(lambda: show("StatusText").startswith("2 palettes, 1 failing"), "2 palettes in StatusText")


@check
def reload_is_whole():
    """when systemctl reload returns, a palette that it brought is already measured"""
    start()
    palette(pathlib.Path("/srv/other/more.palette.json"), "#777777")
    configure(brand=DESIGN, other="/srv/other")
    systemctl("reload", SERVICE)
    roots = {root["name"]: root for root in status()["roots"]}
    expect(roots["other"]["scanned"] and roots["other"]["failingPairs"] == 1, f"{roots['other']}")


@check
def broken_reload():
    """a broken configuration: the reload fails, the one in force stays, the journal names file and line"""
    before = start()
    since = cursor()
    (CONFIGURATION / "60-broken.conf").write_text("[Palette other]\nPath=/srv/other\nColour=red\n")
    expect(systemctl("reload", SERVICE, check=False).returncode != 0, "the reload succeeded")
    told = entry(since, MESSAGE_ID=CONFIGURATION_INVALID)
    expect(f"{CONFIGURATION}/60-broken.conf:3" in told["MESSAGE"] and told["PRIORITY"] == "3", f"{told['MESSAGE']}")
    expect([root["name"] for root in status()["roots"]] == ["brand"], "another configuration is in force")
    expect(pid() == before and show("ActiveState") == "active", "it did not go on")
    palette(DESIGN / "brand.palette.json", "#777777")
    entry(since, MESSAGE_ID=REGRESSION)


@check
def hang_up():
    """SIGHUP reads the configuration again too: a broken one is told, a good one is taken"""
    before = start()
    since = cursor()
    broken = CONFIGURATION / "60-broken.conf"
    broken.write_text("[Palette]\n=\n")
    systemctl("kill", "--kill-who=main", "--signal=HUP", SERVICE)
    entry(since, MESSAGE_ID=CONFIGURATION_INVALID)
    broken.write_text("[Palette other]\nPath=/srv/other\n")
    systemctl("kill", "--kill-who=main", "--signal=HUP", SERVICE)
    until(lambda: len(status()["roots"]) == 2, "the good one in force")
    expect(pid() == before, "it was restarted")


# -- The end

@check
def watchdog():
    """a daemon that stands still is killed and started anew; one that is idle is not"""
    drop_in("[Service]\nWatchdogSec=1s\nTimeoutAbortSec=2s\n")
    before = start()
    idle = time.monotonic()
    until(lambda: time.monotonic() - idle > 3.5, "3.5 s of idleness")
    expect((pid(), show("NRestarts")) == (before, "0"), "it was restarted though it was only idle")
    since = cursor()
    os.kill(before, signal.SIGSTOP)
    until(lambda: show("NRestarts") == "1" and show("ActiveState") == "active", "a restart", 15)
    expect(status()["state"] == "ready", "not ready")
    expect(any("atchdog timeout" in str(one.get("MESSAGE")) for one in entries(since, UNIT=SERVICE)),
           "systemd does not name the watchdog")


@check
def killed():
    """kill -9: started again, and answers"""
    before = start()
    os.kill(before, signal.SIGKILL)
    until(lambda: show("NRestarts") == "1" and show("ActiveState") == "active", "a restart")
    expect(pid() != before and status()["state"] == "ready", "not ready")


@check
def crashes():
    """killed as often as it is activated, 20 times: systemd starts it no more than StartLimitBurst=, as the manual says"""
    start()
    kills, begun, waiting = 0, time.monotonic(), []
    while kills < 20 and time.monotonic() - begun < 15 and show("Result") != "start-limit-hit":
        process = pid()
        if process:
            os.kill(process, signal.SIGKILL)
            kills += 1
            until(lambda: pid() != process, "systemd notices")
        elif show("ActiveState", "contrastd.socket") == "active":
            # Activated again before RestartSec= is over.
            try:
                waiting.append(Client(seconds=1))
            except OSError:
                break
        time.sleep(0.01)
    until(lambda: show("ActiveState") == "failed", "the service rests", 20)
    expect(kills == 5, f"{kills} starts in {time.monotonic() - begun:.1f} s")
    state = show("ActiveState", "contrastd.socket")
    for client in waiting:
        client.socket.close()
    systemctl("reset-failed", *UNITS, check=False)
    systemctl("restart", "contrastd.socket", SERVICE)
    expect(status()["state"] == "ready", "not ready after the manual's remedy")
    return f"{kills} starts, then it rests ({show('Result')}); the socket is {state}"


@check
def stops():
    """SIGTERM ends it with success well within TimeoutStopSec=, though a subscriber never reads; the socket stays"""
    names = [f"text.n{number}" for number in range(50)]
    palette(DESIGN / "brand.palette.json", "#767676", *names)
    start()
    with Client() as stuck, Client() as reader:
        stuck.send("Subscribe", more=True)
        reader.send("Subscribe", more=True)
        reader.receive()
        # Each change is 51 events; what the two sockets hold is far less than twelve of them.
        for number in range(12):
            palette(DESIGN / "brand.palette.json", ["#777777", "#767676"][number % 2], *names)
            until_told(reader)
        begun = time.monotonic()
        systemctl("stop", SERVICE)
        took = time.monotonic() - begun
    got = (show("Result"), show("ExecMainStatus"))
    expect(got == ("success", "0") and took < 6, f"result, status: {got}, after {took:.1f} s")
    expect(os.path.exists(SOCKET), "the socket went with the service")
    systemctl("stop", "contrastd.socket", check=False)
    expect(not os.path.exists(SOCKET), "the socket stayed behind its unit")
    return f"{took:.2f} s"


@check
def stop_tells_what_happened():
    """what was saved just before SIGTERM is still told in the journal"""
    start()
    since = cursor()
    palette(DESIGN / "brand.palette.json", "#777777")
    systemctl("stop", SERVICE)
    entry(since, 3, MESSAGE_ID=REGRESSION)
