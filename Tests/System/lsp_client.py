"""An editor for the conformance run: pygls' client on a pipe or a socket.

What pygls sends and receives is held to the types of lsprotocol, which are generated from the specification: an answer
that is of another shape fails the check that it came in.
"""

import asyncio
import json
import os
import time

from lsprotocol import converters, types
from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async
from pygls.lsp.client import LanguageClient

from daemon import SECONDS, Failure, expect

CONVERTER = converters.get_converter()
PUSHES = {"publishDiagnostics": {"relatedInformation": True}}
ACTIONS = {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}}


def parameters(method, values):
    """As the type that the specification gives a method; as they are for a method that it does not know."""
    kind = types.METHOD_TO_TYPES.get(method, (None, None, None))[2]
    return CONVERTER.structure(values, kind) if kind and values is not None else values


class Editor(LanguageClient):
    """Keeps what it is told. `words` start the server; without them it dials `address`."""

    def __init__(self):
        super().__init__("conformance", "1")
        self.told, self.asked, self.progress, self.problems, self.status = {}, [], [], [], None
        self.feature("textDocument/publishDiagnostics")(lambda given: self.told.setdefault(given.uri, []).append(given))
        self.feature("$/progress")(lambda given: self.progress.append((given.token, given.value)))
        for method in ("client/registerCapability", "window/workDoneProgress/create", "workspace/diagnostic/refresh"):
            self.feature(method)(lambda *given, method=method: self.asked.append((method, *given)))
        for method in ("window/showMessage", "window/logMessage"):
            self.feature(method)(lambda given: None)

    def report_server_error(self, error, source):
        self.problems.append(f"{source.__name__}: {error}")

    async def server_exit(self, server):
        self.status = server.returncode

    async def dial(self, path):
        reader, self.writer = await asyncio.open_unix_connection(path)
        self.protocol.set_writer(self.writer)
        self._async_tasks.append(asyncio.create_task(run_async(
            stop_event=self._stop_event, reader=reader, protocol=self.protocol,
            error_handler=self.report_server_error)))

    async def greet(self, folder, capabilities=None, **more):
        """initialize and initialized; the capabilities of the server."""
        result = await self.ask("initialize", processId=os.getpid(), rootUri=folder and folder.as_uri(),
                                capabilities=capabilities or {"textDocument": PUSHES}, **more)
        self.say("initialized")
        return result["capabilities"]

    async def ask(self, method, **values):
        """The result as plain JSON."""
        future = self.protocol.send_request(method, parameters(method, values))
        answer = await asyncio.wait_for(asyncio.wrap_future(future), SECONDS)
        # Of a method that the specification does not know pygls makes a named tuple.
        answer = answer._asdict() if hasattr(answer, "_asdict") else answer
        return json.loads(json.dumps(CONVERTER.unstructure(answer)))

    async def refused(self, method, **values):
        """The code of the error that must come."""
        try:
            answer = await self.ask(method, **values)
        except JsonRpcException as error:
            return error.code
        raise Failure(f"{method} was answered: {answer}")

    def say(self, method, **values):
        self.protocol.notify(method, parameters(method, values))

    def open(self, file, text, version=1):
        self.say("textDocument/didOpen", textDocument={
            "uri": file.as_uri(), "languageId": "json", "version": version, "text": text})

    def change(self, file, version, *changes):
        """Each change is a whole text, or a text and the range that it replaces."""
        self.say("textDocument/didChange", textDocument={"uri": file.as_uri(), "version": version}, contentChanges=[
            {"text": one} if isinstance(one, str) else {"range": one[0], "text": one[1]} for one in changes])

    def close(self, file):
        self.say("textDocument/didClose", textDocument={"uri": file.as_uri()})

    async def text(self, file):
        answer = await self.ask("$/contrastd/text", textDocument={"uri": file.as_uri()})
        return answer["text"], answer["version"]

    async def until(self, question, what):
        """The first answer of `question` that is true."""
        end = time.monotonic() + 20
        while True:
            if answer := question():
                return answer
            expect(time.monotonic() < end, f"not within 20 s: {what}")
            await asyncio.sleep(0.002)

    async def diagnostics(self, file, version, count=None):
        """What is told of a version of a file, once it is so many diagnostics."""
        def last():
            told = self.told.get(file.as_uri(), [])
            return told and told[-1].version == version and count in (None, len(told[-1].diagnostics)) and told[-1]
        told = await self.until(last, f"{count} diagnostics of version {version}, told: {self.told.get(file.as_uri())}")
        return CONVERTER.unstructure(told)["diagnostics"]

    async def leave(self):
        """shutdown and exit; the status of the server, or None where it is a connection that ends."""
        await self.ask("shutdown")
        self.say("exit")
        await asyncio.wait_for(self.stop_tasks(), SECONDS)
        return self.status

    async def stop_tasks(self):
        """Until the server has ended, or the connection."""
        await asyncio.gather(*self._async_tasks)
        if self._server is None:
            self.writer.close()
