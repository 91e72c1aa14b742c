"""The Language Server Protocol on a pipe or a socket, as bytes."""

import json
import os
import select
import socket
import subprocess

from daemon import SECONDS, Failure, expect


class Raw:
    """A server that `words` start, or that listens at `address`; anything can be sent to it."""

    def __init__(self, words=None, address=None):
        self.process, self.socket = None, None
        if address:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(address)
            self.input = self.output = self.socket.fileno()
        else:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
            self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        self.rest, self.messages, self.last = b"", [], 1000

    def bytes(self, *parts):
        for part in parts:
            while part:
                part = part[os.write(self.input, part):]

    def send(self, *bodies):
        """Several messages in one write."""
        self.bytes(b"".join(self.frame(body) for body in bodies))

    @staticmethod
    def frame(body):
        data = body if isinstance(body, bytes) else json.dumps({"jsonrpc": "2.0", **body}).encode()
        return b"Content-Length: %d\r\n\r\n" % len(data) + data

    def receive(self):
        """The next message; None at the end."""
        while (end := self.rest.find(b"\r\n\r\n")) < 0 or len(self.rest) < end + 4 + self.length(end):
            ready, _, _ = select.select([self.output], [], [], SECONDS)
            expect(ready, "nothing came in time")
            try:
                data = os.read(self.output, 1 << 16)
            except ConnectionResetError:
                data = b""
            if not data:
                expect(not self.rest, f"the connection ends within a message: {self.rest[:80]}")
                return None
            self.rest += data
        start, length = end + 4, self.length(end)
        message = json.loads(self.rest[start:start + length])
        self.rest = self.rest[start + length:]
        self.messages.append(message)
        return message

    def told(self, uri, version):
        """The diagnostics of a version of a file, as soon as they are told."""
        while (message := self.receive()) is not None:
            given = message.get("params", {})
            if message.get("method") == "textDocument/publishDiagnostics" and \
                    (given["uri"], given.get("version")) == (uri, version):
                return given["diagnostics"]
        raise Failure(f"it ended without a word on {uri}")

    def notify(self, method, **values):
        self.send({"method": method, "params": values})

    def ask(self, method, **values):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": values})
        return self.answer(self.last)

    def open(self, uri, text, version=1):
        self.notify("textDocument/didOpen", textDocument={
            "uri": uri, "languageId": "json", "version": version, "text": text})

    def change(self, uri, text, version):
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": version},
                    contentChanges=[{"text": text}])

    def length(self, end):
        return int(self.rest[:end].split(b":")[1])

    def answer(self, number):
        """The response with an id: its result, or the code of its error."""
        while (message := self.receive()) is not None:
            if message.get("id") == number and "method" not in message:
                return message["error"]["code"] if "error" in message else message["result"]
        raise Failure(f"it ended without an answer to {number}")

    def greet(self, folder=None, capabilities=None):
        self.send({"id": 0, "method": "initialize", "params": {
            "processId": None, "rootUri": folder and folder.as_uri(), "capabilities": capabilities or {},
            "clientInfo": {"name": "test"}}},
            {"method": "initialized", "params": {}})
        return self.answer(0)

    def end(self, closes=False):
        """Reads to the end; the exit status, or "closed" of a connection."""
        if closes:
            self.process.stdin.close() if self.process else self.socket.shutdown(socket.SHUT_WR)
        while self.receive() is not None:
            pass
        return self.process.wait(SECONDS) if self.process else "closed"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
        else:
            self.socket.close()
