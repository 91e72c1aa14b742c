"""The order of messages: greeting, shutdown, cancellation, progress, and what is no message at all."""

import json

from daemon import expect
from lsp_case import check
from trees import BAD, GOOD, document

NOT_INITIALIZED, INVALID_REQUEST, UNKNOWN, BAD_PARAMETERS = -32002, -32600, -32601, -32602
PARSE_ERROR, CANCELLED = -32700, -32800


@check
async def initialize(case):
    """initialize says who answers and what it can do; UTF-16 where nothing is offered"""
    with case.raw() as raw:
        answer = raw.greet(case.folder)
        raw.send({"id": 1, "method": "shutdown"}, {"method": "exit"})
        raw.answer(1)
        expect(raw.end() == case.ends(0), "exit after shutdown is not 0")
    given = answer["capabilities"]
    expect(answer["serverInfo"]["name"] == "contrastd" and answer["serverInfo"]["version"], f"{answer['serverInfo']}")
    expect(given["positionEncoding"] == "utf-16" and given["textDocumentSync"]["change"] == 2, f"{given}")
    for key in ("hoverProvider", "colorProvider", "codeActionProvider"):
        expect(given[key], f"no {key}")
    folders = given["workspace"]["workspaceFolders"]
    expect(folders["supported"] and folders["changeNotifications"], f"{folders}")


@check
async def encodings(case):
    """of the position encodings that are offered the first known one is taken"""
    for offered, taken in [(["utf-8", "utf-16"], "utf-8"), (["utf-16", "utf-8"], "utf-16"), (["utf-32"], "utf-16"),
                           (["utf-32", "utf-8"], "utf-8"), ([], "utf-16")]:
        with case.raw() as raw:
            given = raw.greet(capabilities={"general": {"positionEncodings": offered}})["capabilities"]
            expect(given["positionEncoding"] == taken, f"{offered}: {given['positionEncoding']}")


@check
async def too_early(case):
    """before initialize requests are refused and notifications dropped; a second initialize is refused"""
    with case.raw() as raw:
        raw.send({"id": 1, "method": "textDocument/hover", "params": {}}, {"id": 2, "method": "shutdown"},
                 {"id": "three", "method": "no/such"}, {"method": "textDocument/didOpen", "params": {}})
        for number in (1, 2, "three"):
            expect(raw.answer(number) == NOT_INITIALIZED, f"{number}: {raw.messages[-1]}")
        raw.greet(case.folder)
        raw.send({"id": 4, "method": "initialize", "params": {"capabilities": {}}})
        expect(raw.answer(4) == INVALID_REQUEST, "a second initialize was answered")


@check
async def unknown(case):
    """unknown requests are -32601, unknown notifications and answers to nothing are left unheard"""
    editor = await case.editor()
    for method in ("no/such", "$/no/such", "Initialize", "textDocument/did"):
        expect(await editor.refused(method) == UNKNOWN, method)
    where = {"textDocument": {"uri": "file:///x.palette.json"}, "position": {"line": 0, "character": 0}}
    expect(await editor.refused("textDocument/definition", **where) == UNKNOWN, "textDocument/definition")
    expect(await editor.refused("workspace/executeCommand", command="x") == UNKNOWN, "workspace/executeCommand")
    for method in ("no/such", "$/setTrace", "$/cancelRequest"):
        editor.protocol._send_data({"jsonrpc": "2.0", "method": method, "params": {"id": 77, "value": "off"}})
    editor.protocol._send_data({"jsonrpc": "2.0", "id": "nobody asked", "result": None})
    editor.protocol._send_data({"jsonrpc": "2.0", "id": 9, "error": {"code": 1, "message": "nobody asked"}})
    expect(await editor.refused("no/such") == UNKNOWN, "it is not heard any more")
    return editor


@check
async def wrong_parameters(case):
    """a document that is not open, and parameters that are missing or of another kind, are -32602"""
    file = case.file()
    with case.raw() as raw:
        raw.greet(case.folder)
        raw.send({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": file.as_uri(), "languageId": "json", "version": 1, "text": document()}}})
        there, position = {"uri": file.as_uri()}, {"line": 1, "character": 1}
        number = 0
        for method, values in [
                ("hover", {"textDocument": {"uri": "file:///nowhere.palette.json"}, "position": position}),
                ("hover", {"position": position}), ("hover", {"textDocument": there}), ("hover", None), ("hover", [1]),
                ("hover", {"textDocument": there, "position": {"line": -1, "character": 0}}),
                ("hover", {"textDocument": there, "position": {"line": "1", "character": 0}}),
                ("documentColor", {"textDocument": 7}), ("colorPresentation", {"textDocument": there}),
                ("codeAction", {"textDocument": there}), ("diagnostic", {"textDocument": {}})]:
            number += 1
            raw.send({"id": number, "method": f"textDocument/{method}", "params": values})
            expect(raw.answer(number) == BAD_PARAMETERS, f"{method} {values}: {raw.messages[-1]}")


@check
async def no_messages(case):
    """what is no message is answered with an error, and the next message is heard"""
    for body, code in [(b"{", PARSE_ERROR), (b"[]", INVALID_REQUEST), (b"7", INVALID_REQUEST), (b"", PARSE_ERROR),
                       (b'{"jsonrpc":"2.0","id":[],"method":"x"}', INVALID_REQUEST), (b"\xff\xfe{", PARSE_ERROR),
                       (b"[" * 100_000, PARSE_ERROR)]:
        with case.raw() as raw:
            raw.send(body)
            message = raw.receive()
            expect(message["id"] is None and message["error"]["code"] == code, f"{body[:20]}: {message}")
            raw.greet(case.folder)


@check
async def broken_framing(case):
    """after a header that cannot be trusted nothing more is read: 1, or a closed connection"""
    for header in (b"Content-Length: 99999999999\r\n\r\n", b"Content-Length: -1\r\n\r\n",
                   b"Content-Length: 0x10\r\n\r\n", b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", b"X: 1\r\n\r\n", b"nonsense\r\n\r\n",
                   b"x" * 4096, b"Content-Type: x; charset=utf-16\r\n\r\n"):
        with case.raw() as raw:
            raw.greet(case.folder)
            raw.bytes(header)
            expect(raw.end() == case.ends(1), f"{header[:40]} went on")


@check
async def cut_anywhere(case):
    """messages that come in pieces of any size are the same messages"""
    whole = b"".join(case.raw().frame(one) for one in [
        {"id": 0, "method": "initialize", "params": {"capabilities": {}, "x": "é𐐀"}}, {"id": 1, "method": "no/such"}])
    for size in (1, 2, 3, 7, 64):
        with case.raw() as raw:
            for start in range(0, len(whole), size):
                raw.bytes(whole[start:start + size])
            expect(raw.answer(0) and raw.answer(1) == UNKNOWN, f"{size}")


@check
async def cancellation(case):
    """a request that is cancelled is answered with -32800, once; what is answered or unknown cannot be cancelled"""
    file = case.file()
    hover = {"textDocument": {"uri": file.as_uri()}, "position": {"line": 5, "character": 22}}
    with case.raw() as raw:
        raw.greet(case.folder)
        raw.send({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": file.as_uri(), "languageId": "json", "version": 1, "text": document()}}})
        cancelled = 0
        for number in range(1, 101):
            raw.send({"id": number, "method": "textDocument/hover", "params": hover},
                     {"method": "$/cancelRequest", "params": {"id": number}},
                     {"method": "$/cancelRequest", "params": {"id": number}})
            cancelled += raw.answer(number) == CANCELLED
        raw.send({"method": "$/cancelRequest", "params": {"id": 1}}, {"method": "$/cancelRequest", "params": {}},
                 {"method": "$/cancelRequest", "params": {"id": "none"}},
                 {"id": 200, "method": "textDocument/hover", "params": hover})
        expect(isinstance(raw.answer(200), dict), "it is not heard any more")
        raw.send(*[{"id": number, "method": "textDocument/hover", "params": hover} for number in range(201, 210)],
                 {"id": 210, "method": "shutdown"}, {"method": "exit"})
        raw.end()
    answers = [one["id"] for one in raw.messages if "method" not in one]
    expect(sorted(answers) == [*range(0, 101), *range(200, 211)], f"{len(answers)} answers: {answers[-12:]}")
    expect(cancelled == 100, f"{cancelled} of 100 cancelled requests were")


@check
async def progress(case):
    """reading palettes that are not there yet is told from begin to end, and only where the editor takes it"""
    file = case.file(outside=True)
    for takes in (True, False):
        editor = await case.editor({"window": {"workDoneProgress": takes}})
        editor.open(file, document(BAD))
        await editor.ask("textDocument/documentColor", textDocument={"uri": file.as_uri()})
        kinds = [value["kind"] if isinstance(value, dict) else value.kind for _, value in editor.progress]
        expect(kinds == (["begin", "end"] if takes else []), f"{takes}: {kinds}")
        asked = [given[0].token for method, *given in editor.asked if method == "window/workDoneProgress/create"]
        expect(asked == sorted({token for token, _ in editor.progress}), f"{asked} for {editor.progress}")
        if takes:
            await editor.leave()
    return editor


@check
async def orders_of_the_end(case):
    """shutdown and exit in every order, the end of input, and requests behind shutdown"""
    def run(*bodies, closes=False):
        with case.raw() as raw:
            raw.send(*[{"jsonrpc": "2.0", **body} for body in bodies])
            status = raw.end(closes)
            return status, [one.get("error", {}).get("code", "result") for one in raw.messages if "method" not in one]
    greeting = {"id": 0, "method": "initialize", "params": {"capabilities": {}}}
    shutdown, leave = {"id": 1, "method": "shutdown"}, {"method": "exit"}
    hover = {"id": 2, "method": "textDocument/hover"}
    for name, bodies, closes, status, codes in [
            ("in order", [greeting, shutdown, leave], False, 0, ["result", "result"]),
            ("params null", [greeting, {**shutdown, "params": None}, leave], False, 0, ["result", "result"]),
            ("exit alone", [greeting, leave], False, 1, ["result"]),
            ("exit at once", [leave], False, 1, []),
            ("shutdown too early", [shutdown, leave], False, 1, [NOT_INITIALIZED]),
            ("shutdown twice", [greeting, shutdown, {**shutdown, "id": 3}, leave], False, 0,
             ["result", "result", INVALID_REQUEST]),
            ("a request behind shutdown", [greeting, shutdown, hover, leave], False, 0,
             ["result", "result", INVALID_REQUEST]),
            ("a notification behind shutdown", [greeting, shutdown, {"method": "textDocument/didSave"}, leave],
             False, 0, ["result", "result"]),
            ("behind exit nothing is heard", [greeting, shutdown, leave, hover, greeting],
             False, 0, ["result", "result"]),
            ("in order, and the end of input", [greeting, shutdown, leave], True, 0, ["result", "result"]),
            ("end of input", [greeting], True, 1, ["result"]),
            ("end of input behind shutdown", [greeting, shutdown], True, 1, ["result", "result"]),
            ("end of input at once", [], True, 1, [])]:
        found = run(*bodies, closes=closes)
        expect(found == (case.ends(status), codes), f"{name}: {found}")


@check
async def end_of_input_within_a_message(case):
    """an editor that goes away in the middle of a message ends its server"""
    with case.raw() as raw:
        raw.greet(case.folder)
        raw.bytes(b"Content-Length: 100\r\n\r\n" + json.dumps({"method": GOOD}).encode())
        expect(raw.end(closes=True) == case.ends(1), "it goes on")
