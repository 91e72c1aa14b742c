"""The words in which the checks of Tests/System are written."""

import json
import pathlib
import socket
import subprocess
import time

SOCKET = "/run/contrastd/contrastd.sock"
INTERFACE = "org.contrastd.contrast."
SERVICE = "contrastd.service"
UNITS = [SERVICE, "contrastd.socket", "contrastd-lsp.socket"]
DROP_IN = pathlib.Path("/run/systemd/system/contrastd.service.d/test.conf")
CONFIGURATION = pathlib.Path("/etc/contrastd/contrastd.conf.d")
DESIGN = pathlib.Path("/srv/design")

REGRESSION = "e57f22fd4c0140efb262585f516b716b"
RECOVERY = "c508633697bc4f54ba394f7f5361a045"
CONFIGURATION_INVALID = "172bb611e30c4daaa17b6680df99ffcb"
EDITOR = "939dcb5afe324209beb6ecca773f8e6e"
ROOT = "3b033e87e67246bba3421b1ba1ff270b"


class Failure(Exception):
    """A check's expectation that does not hold."""


def expect(holds, message):
    if not holds:
        raise Failure(message() if callable(message) else message)


def until(question, what, seconds=10.0):
    """The first answer of `question` that is true; a failure when there is none in time."""
    end = time.monotonic() + seconds
    while True:
        answer = question()
        if answer:
            return answer
        expect(time.monotonic() < end, f"not within {seconds:g} s: {what}")
        time.sleep(0.02)


def run(*words, check=True, seconds=60):
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    expect(not check or done.returncode == 0,
           lambda: f"{' '.join(words)}: exit {done.returncode}: {done.stdout}{done.stderr}")
    return done


def systemctl(*words, check=True):
    return run("systemctl", "--no-pager", *words, check=check)


def show(key, unit=SERVICE):
    return systemctl("show", "--value", "-p", key, unit).stdout.strip()


def pid():
    return int(show("MainPID"))


def configure(**palettes):
    """One drop-in a palette, named by its path; limits that let the checks connect at will."""
    CONFIGURATION.mkdir(parents=True, exist_ok=True)
    for file in CONFIGURATION.glob("*.conf"):
        file.unlink()
    (CONFIGURATION / "10-limits.conf").write_text("[Limits]\nMaxConnections=512\nMaxConnectionsPerUser=512\n")
    for name, path in palettes.items():
        (CONFIGURATION / f"50-{name}.conf").write_text(f"[Palette {name}]\nPath={path}\n")


def drop_in(text=""):
    """Overrides of the unit for one check."""
    DROP_IN.parent.mkdir(parents=True, exist_ok=True)
    DROP_IN.write_text(text)
    systemctl("daemon-reload")


def palette(path, text="#767676", *names):
    """A palette of one pair a name, saved as editors do: #767676 on white is 4.54:1 and passes, #777777 is 4.47:1."""
    names = names or ["text.primary"]
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name("." + path.name)
    temporary.write_text(json.dumps({
        "name": "Brand", "canvas": "surface.canvas", "colors": {"surface.canvas": "#FFFFFF"} | dict.fromkeys(names, text),
        "pairs": [{"foreground": list(names), "background": "surface.canvas"}]}, indent=2))
    temporary.chmod(0o644)
    temporary.rename(path)


class Client:
    """A connection in the Varlink protocol."""

    def __init__(self, seconds=10):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, seconds.to_bytes(8, "little") + bytes(8))
        self.socket.connect(SOCKET)
        self.rest = b""

    def send(self, method, **more):
        self.socket.sendall(json.dumps({"method": INTERFACE + method, **more}).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            data = self.socket.recv(65536)
            if not data:
                raise EOFError
            self.rest += data
        frame, self.rest = self.rest.split(b"\0", 1)
        return json.loads(frame)

    def ask(self, method, **parameters):
        self.send(method, parameters=parameters)
        return self.receive()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


def status():
    with Client() as client:
        return client.ask("GetStatus")["parameters"]


def sync():
    with Client() as client:
        expect("error" not in client.ask("Sync"), "Sync is refused")


def cursor():
    """Where the journal ends now."""
    run("journalctl", "--sync")
    return run("journalctl", "-n", "1", "-o", "cat", "--show-cursor").stdout.split()[-1]


def entries(since, **fields):
    """Entries behind a cursor. journalctl 252 passes over the first where matches and --after-cursor come together."""
    run("journalctl", "--sync")
    found = map(json.loads, run("journalctl", "-o", "json", "--all", f"--after-cursor={since}").stdout.splitlines())
    return [one for one in found if all(one.get(key) == value for key, value in fields.items())]


def entry(since, seconds=10.0, **fields):
    return until(lambda: entries(since, **fields), f"a journal entry with {fields}", seconds)[-1]


CHECKS = []


def check(function):
    """Registers a check; its docstring is the promise. Each begins with a stopped service and one good palette."""
    CHECKS.append(function)
    return function


def reset():
    systemctl("stop", *UNITS, check=False)
    systemctl("reset-failed", *UNITS, check=False)
    # What the daemon remembers of another check is nothing to this one.
    run("sh", "-c", "rm -rf /var/lib/contrastd/* /srv/design /home/designer /srv/other")
    drop_in()
    palette(DESIGN / "brand.palette.json")
    configure(brand=DESIGN)
    systemctl("start", "contrastd.socket")


def start():
    systemctl("start", SERVICE)
    return pid()


def until_told(subscriber):
    """Reads events up to the summary of a batch; how many there were before it."""
    count = 0
    while subscriber.receive()["parameters"]["event"]["kind"] != "batch":
        count += 1
    return count
