"""Random edits: after each, the server's text is the editor's."""

import random

from lsprotocol import types
from pygls.workspace import PositionCodec, TextDocument

from daemon import expect
from lsp_case import WIDE, check
from lsp_client import CONVERTER, PUSHES

EDITS = 10_000
# A lone carriage return may get a line feed behind it, and a letter a combining mark before or behind it.
PIECES = ["", "", "a", "é", "e\u0301", "\u0301", "🎨", "👩\u200d💻", "𐐀b", "\r\n", "\n", "\r", "\t", "漢字",
          '{"x": "#777"}', '"']


def units(text, encoding):
    return len(text.encode(encoding)) // (2 if encoding == "utf-16-le" else 1)


def change(draw, document, encoding):
    """A change between two places, each before or behind a whole character: mostly short, now and then any stretch."""
    lines = [*document.lines] or [""]
    if lines[-1].endswith(("\r", "\n")):
        lines.append("")

    def place(first, last):
        line = draw.randint(first, min(last, len(lines) - 1))
        content = lines[line].rstrip("\r\n")
        return {"line": line, "character": units(content[:draw.randint(0, len(content))], encoding)}
    start = place(0, len(lines) - 1)
    reach = draw.choices([None, 0, 1, len(lines)], [50, 35, 13, 2])[0]
    end = start if reach is None else place(start["line"], start["line"] + reach)
    start, end = sorted([start, end], key=lambda one: (one["line"], one["character"]))
    text = "" if len(document.source) > 600 else "".join(draw.choices(PIECES, k=draw.randint(0, 4)))
    return {"range": {"start": start, "end": end}, "text": text}


async def edit(case, offered, encoding, codec, count):
    file = case.file(WIDE % "#333333")
    editor = await case.editor({"textDocument": PUSHES, "general": {"positionEncodings": offered}})
    draw = random.Random(7)
    mirror = TextDocument(file.as_uri(), WIDE % "#333333", position_codec=PositionCodec(codec))
    editor.open(file, mirror.source)
    version, done, longest = 1, 0, 0
    while done < count:
        version += 1
        # A notification has up to four changes, and one in fifty brings the whole text.
        changes = []
        for _ in range(min(draw.randint(1, 4), count - done)):
            one = {"text": WIDE % "#777777"} if draw.random() < 0.02 else change(draw, mirror, encoding)
            kind = types.TextDocumentContentChangePartial if "range" in one else \
                types.TextDocumentContentChangeWholeDocument
            mirror.apply_change(CONVERTER.structure(one, kind))
            changes.append((one["range"], one["text"]) if "range" in one else one["text"])
        done += len(changes)
        longest = max(longest, len(mirror.source))
        editor.change(file, version, *changes)
        found, number = await editor.text(file)
        expect(number == version and found == mirror.source,
               f"edit {done}, version {version}: {changes}\n{found!r}\n{mirror.source!r}")
    case.note = f"{done} edits in {version - 1} notifications, up to {longest} characters, 0 differ"
    return editor


@check
async def random_edits(case):
    """10,000 random edits at UTF-16 boundaries, several in a notification: the server's text is the editor's"""
    return await edit(case, ["utf-16"], "utf-16-le", types.PositionEncodingKind.Utf16, EDITS)


@check
async def random_edits_in_bytes(case):
    """the same where positions are counted in UTF-8"""
    return await edit(case, ["utf-8"], "utf-8", types.PositionEncodingKind.Utf8, EDITS // 5)
