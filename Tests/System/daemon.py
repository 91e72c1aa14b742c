"""A contrastd of one's own, without systemd, and connections to it: for the programs beside the checks."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("CONTRASTD") or REPOSITORY / ".build" / "release" / "contrastd")
INTERFACE = "org.contrastd.contrast."
SECONDS = 60


class Failure(Exception):
    """An expectation that does not hold."""


def expect(holds, message):
    if not holds:
        raise Failure(message)


class Refused(Exception):
    """An error reply."""


class Daemon:
    """contrastd in the foreground on one directory, or on a configuration; ready when the constructor returns.

    `through` is a command that becomes the daemon; `state` is where it remembers, nothing by default.
    """

    def __init__(self, path=None, configuration=None, through=(), state=None):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="contrastd-"))
        self.socket = str(self.directory / "contrastd.sock")
        self.editor_socket = str(self.directory / "lsp.sock")
        self.log = open(self.directory / "log", "wb")
        # No journal of this machine is written to: with --foreground everything goes to standard error.
        watched = [f"--config={configuration}"] if configuration else [str(path)]
        if state:
            watched.append(f"--state-directory={state}")
        self.process = subprocess.Popen(
            [*through, PROGRAM, "--foreground", f"--socket={self.socket}",
             f"--lsp-socket={self.editor_socket}", *watched], stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log)
        try:
            self.connect()
            self.ask("Sync")
        except BaseException:
            self.stop()
            raise

    def connect(self):
        """Tries until the socket is there, or the daemon is not any more."""
        for _ in range(SECONDS * 50):
            try:
                self.client = Client(self.socket)
                return
            except (FileNotFoundError, ConnectionRefusedError):
                try:
                    self.process.wait(0.02)
                except subprocess.TimeoutExpired:
                    continue
                raise Failure(f"contrastd ended at once: {(self.directory / 'log').read_text()}")
        raise Failure(f"no socket after {SECONDS} s")

    def ask(self, method, **parameters):
        return self.client.ask(method, **parameters)

    def list(self, method, key, **parameters):
        """All items of a method that answers in several replies."""
        return [item for reply in self.client.stream(method, **parameters) for item in reply[key]]

    def root(self, position=0):
        return self.ask("GetStatus")["roots"][position]

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.directory)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Client:
    """A connection in the Varlink protocol."""

    def __init__(self, path, seconds=SECONDS):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self.socket.connect(path)
        except OSError:
            self.socket.close()
            raise
        self.socket.settimeout(seconds)
        self.rest = bytearray()

    def send(self, method, parameters, **flags):
        name = method if "." in method else INTERFACE + method
        self.socket.sendall(json.dumps({"method": name, "parameters": parameters, **flags}).encode() + b"\0")

    def receive(self):
        """The next reply, whole."""
        while (end := self.rest.find(0)) < 0:
            data = self.socket.recv(1 << 16)
            expect(data, "the connection was closed")
            self.rest += data
        reply = json.loads(self.rest[:end])
        del self.rest[:end + 1]
        if "error" in reply:
            raise Refused(f"{reply['error']} {json.dumps(reply.get('parameters', {}))}")
        return reply

    def ask(self, method, **parameters):
        self.send(method, parameters)
        return self.receive().get("parameters", {})

    def stream(self, method, **parameters):
        self.send(method, parameters, more=True)
        while True:
            reply = self.receive()
            yield reply.get("parameters", {})
            if not reply.get("continues"):
                return

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
