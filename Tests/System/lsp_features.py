"""What an editor asks of an open palette, and what it is told."""

from daemon import expect
from lsp_case import WIDE, check
from lsp_client import ACTIONS, PUSHES
from trees import BAD, GOOD, color_set, document

LITERALS = {"textDocument": PUSHES | ACTIONS, "workspace": {
    "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}}}


def place(text, part):
    """Where a part of a text stands, in UTF-16 units."""
    at = text.index(part)
    line = text.count("\n", 0, at)
    start = len(text[text.rfind("\n", 0, at) + 1:at].encode("utf-16-le")) // 2
    return {"start": {"line": line, "character": start},
            "end": {"line": line, "character": start + len(part.encode("utf-16-le")) // 2}}


@check
async def full_sync(case):
    """a change without a range is the whole text"""
    file = case.file()
    editor = await case.editor()
    editor.open(file, document())
    for version, text in enumerate([document(BAD), "", "é𐐀\r\n", "a", document()], 2):
        editor.change(file, version, "dropped", text)
        expect(await editor.text(file) == (text, version), f"version {version}")
    return editor


@check
async def incremental_sync(case):
    """changes of one notification apply in order, a range behind a line's end or the last line is cut there"""
    file = case.file()
    editor = await case.editor()
    editor.open(file, "a𐐀b\r\nc\rd\n")

    def at(*numbers):
        (line, character), (other, last) = numbers[:2], numbers[2:]
        return {"start": {"line": line, "character": character}, "end": {"line": other, "character": last}}
    version = 1
    for changes, text in [
            ([(at(0, 1, 0, 3), "x")], "axb\r\nc\rd\n"),
            ([(at(0, 0, 0, 0), "𐐀"), (at(0, 2, 0, 3), "")], "𐐀xb\r\nc\rd\n"),
            ([(at(0, 99, 1, 99), "!")], "𐐀xb!\rd\n"), ([(at(9, 9, 9, 9), "end")], "𐐀xb!\rd\nend"),
            ([(at(1, 0, 0, 4), "\n")], "𐐀xb\nd\nend"), ([(at(0, 0, 99, 0), ""), (at(0, 0, 0, 0), "é")], "é")]:
        version += 1
        editor.change(file, version, *changes)
        expect(await editor.text(file) == (text, version), f"{changes}: {await editor.text(file)}")
    return editor


@check
async def diagnostics(case):
    """pushed with the version and the whole story, cleared when mended and when closed; another's text is nobody's"""
    file = case.file()
    editor, other = await case.editor(), await case.editor()
    for one in (editor, other):
        one.open(file, document())
        await one.diagnostics(file, 1, 0)
    editor.change(file, 2, document(BAD))
    told = (await editor.diagnostics(file, 2, 1))[0]
    expect(told["range"] == place(document(BAD), f'"{BAD}"'), f"{told['range']}")
    expect(told["source"] == "contrastd" and told["code"] == "contrast/text" and told["severity"] == 1, f"{told}")
    for part in ("Contrast 4.47:1, needs 4.5:1: text.primary (#777777) on surface.canvas (#FFFFFF)", "Try #767676"):
        expect(part in told["message"], told["message"])
    expect(told["relatedInformation"] and told["data"][0]["foreground"] == "text.primary", f"{told}")
    editor.change(file, 3, document())
    await editor.diagnostics(file, 3, 0)
    editor.change(file, 4, document(BAD)[:40])
    expect((await editor.diagnostics(file, 4, 1))[0]["code"].startswith("syntax/"), "half a text")
    editor.change(file, 5, document(BAD))
    await editor.diagnostics(file, 5, 1)
    editor.close(file)
    await editor.until(lambda: not editor.told[file.as_uri()][-1].diagnostics, "closing clears")
    expect([len(one.diagnostics) for one in other.told[file.as_uri()]] == [0], "another editor was told")
    await other.leave()
    return editor


@check
async def positions(case):
    """the range of a diagnostic is counted as was agreed: a𐐀b before it are 4 units or 6 bytes"""
    file = case.file(WIDE % "#333333")
    for offered, column in ([], 38), (["utf-8"], 40), (["utf-16"], 38):
        capabilities = {"textDocument": PUSHES, "general": {"positionEncodings": offered}}
        editor = await case.editor(capabilities)
        editor.open(file, WIDE % "#DDDDDD")
        found = (await editor.diagnostics(file, 1, 1))[0]["range"]
        wanted = {"start": {"line": 2, "character": column}, "end": {"line": 2, "character": column + 9}}
        expect(found == wanted, f"{offered}: {found}")
        if offered != ["utf-16"]:
            await editor.leave()
    return editor


@check
async def pull(case):
    """an editor that only asks is not told; where another file changes what it has, it is asked to ask again"""
    folder = "Colors.xcassets/{}.colorset/Contents.json"
    front = case.file(color_set(GOOD), folder.format("onPanel"))
    back = case.file(color_set("#FFFFFF"), folder.format("panel"))
    editor = await case.editor({
        "textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}})
    expect(editor.capabilities["diagnosticProvider"]["interFileDependencies"], "no diagnosticProvider")
    uri = {"uri": front.as_uri()}
    editor.open(front, color_set(GOOD))
    expect(not (await editor.ask("textDocument/diagnostic", textDocument=uri))["items"], "a pair that passes is told")
    editor.change(front, 2, color_set(BAD))
    answer = await editor.ask("textDocument/diagnostic", textDocument=uri)
    expect(answer["kind"] == "full" and len(answer["items"]) == 1, f"{answer}")
    back.write_text(color_set("#000000"))
    editor.say("workspace/didChangeWatchedFiles", changes=[{"uri": back.as_uri(), "type": 2}])
    await editor.until(
        lambda: "workspace/diagnostic/refresh" in [one[0] for one in editor.asked], "a request to ask again")
    expect(not (await editor.ask("textDocument/diagnostic", textDocument=uri))["items"], "on black it passes")
    expect(not editor.told, "it was told")
    return editor


@check
async def hover(case):
    """value, variant, pairs with verdicts and the policy, as Markdown or plain; null where no colour is"""
    file = case.file()
    for kind, parts in [
            ("markdown", ["**text.primary**", "`#777777`", "✗ fail"]), ("plaintext", ["text.primary", "fail"])]:
        editor = await case.editor({"textDocument": {"hover": {"contentFormat": [kind]}}})
        editor.open(file, document(BAD))
        where = place(document(BAD), f'"{BAD}"')
        answer = await editor.ask("textDocument/hover", textDocument={"uri": file.as_uri()}, position=where["start"])
        expect(answer["contents"]["kind"] == kind and answer["range"] == where, f"{answer}")
        for part in [*parts, "4.47:1", "4.5:1", "text.primary on surface.canvas", "WCAG 2.2 AA"]:
            expect(part in answer["contents"]["value"], f"no {part}: {answer['contents']['value']}")
        nothing = await editor.ask(
            "textDocument/hover", textDocument={"uri": file.as_uri()}, position={"line": 0, "character": 0})
        expect(nothing is None, f"{nothing}")
        if kind == "markdown":
            await editor.leave()
    return editor


@check
async def colors(case):
    """each colour with its range; a new value in the file's own notation first"""
    file = case.file()
    editor = await case.editor()
    editor.open(file, document())
    uri = {"uri": file.as_uri()}
    found = await editor.ask("textDocument/documentColor", textDocument=uri)
    places = [place(document(), '"#FFFFFF"'), place(document(), f'"{GOOD}"')]
    expect([one["range"] for one in found] == places, f"{found}")
    expect(abs(found[1]["color"]["red"] - 0x76 / 255) < 1e-6 and found[1]["color"]["alpha"] == 1, f"{found[1]}")
    answer = await editor.ask("textDocument/colorPresentation", textDocument=uri, range=found[1]["range"],
                              color={"red": 1, "green": 0, "blue": 0, "alpha": 1})
    expect(answer[0]["label"] == "#FF0000" and len(answer) >= 3, f"{answer}")
    change = answer[0]["textEdit"]
    editor.change(file, 2, (change["range"], change["newText"]))
    expect((await editor.text(file))[0] == document("#FF0000"), f"{change}")
    return editor


@check
async def actions(case):
    """a change for a finding applies to the text and clears it; other kinds get none; a waiver makes its file"""
    file = case.file()
    editor = await case.editor(LITERALS)
    editor.open(file, document(BAD))
    told = await editor.diagnostics(file, 1, 1)
    asked = {"textDocument": {"uri": file.as_uri()}, "range": told[0]["range"]}
    answer = await editor.ask("textDocument/codeAction", **asked, context={"diagnostics": told})
    best = [one for one in answer if one.get("isPreferred")][0]
    expect(best["kind"] == "quickfix" and [one["code"] for one in best["diagnostics"]] == ["contrast/text"], f"{best}")
    create, write = [one for one in answer if one["title"].startswith("Waive ")][0]["edit"]["documentChanges"]
    waivers = (file.parent / "contrast.waivers.json").as_uri()
    expect((create["kind"], create["uri"]) == ("create", waivers)
           and write["textDocument"] == {"uri": waivers, "version": None}
           and '"reason":""' in write["edits"][0]["newText"], f"{create} {write}")
    change = best["edit"]["documentChanges"][0]
    expect(change["textDocument"] == {"uri": file.as_uri(), "version": 1}, f"{change}")
    expect(not await editor.ask("textDocument/codeAction", **asked, context={"diagnostics": [], "only": ["refactor"]}),
           "a refactoring was offered")
    editor.change(file, 2, *[(one["range"], one["newText"]) for one in reversed(change["edits"])])
    await editor.diagnostics(file, 2, 0)
    expect((await editor.text(file))[0] == document(GOOD), "it is not the nearest value")
    return editor


@check
async def workspace_folders(case):
    """palettes are looked for in the folders of the workspace, also in one that is added later"""
    inner = case.file(name="deep/inner.palette.json", outside=True)
    folder = {"uri": case.outside.as_uri(), "name": "outside"}
    editor = await case.editor({"textDocument": PUSHES, "workspace": {"workspaceFolders": True}}, workspaceFolders=[])
    editor.say("workspace/didChangeWorkspaceFolders", event={"added": [folder], "removed": []})
    editor.open(inner, document(BAD))
    if case.way == "socket":
        # The daemon opens nothing that a client names.
        answer = await editor.ask("textDocument/documentColor", textDocument={"uri": inner.as_uri()})
        expect(answer == [] and inner.as_uri() not in editor.told, f"{answer} {editor.told}")
    else:
        await editor.diagnostics(inner, 1, 1)
        editor.say("workspace/didChangeWorkspaceFolders", event={"added": [], "removed": [folder]})
        editor.change(inner, 2, document())
        await editor.diagnostics(inner, 2, 0)
    return editor


@check
async def watched_files(case):
    """registered where the editor lets it be; a change that it tells of is seen, in a file that is not open too"""
    folder = "Colors.xcassets/{}.colorset/Contents.json"
    front = case.file(color_set(GOOD), folder.format("onPanel"))
    back = case.file(color_set("#FFFFFF"), folder.format("panel"))
    registers = {"textDocument": PUSHES, "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
    editor = await case.editor(registers)
    await editor.until(lambda: editor.asked, "a registration")
    methods = [one.method for _, given in editor.asked for one in given.registrations]
    expect(set(methods) == {"workspace/didChangeWatchedFiles"}, f"{methods}")
    editor.open(front, color_set(GOOD))
    await editor.diagnostics(front, 1, 0)
    back.write_text(color_set("#EEEEEE"))
    editor.say("workspace/didChangeWatchedFiles", changes=[{"uri": back.as_uri(), "type": 2}])
    await editor.diagnostics(front, 1, 1)
    back.write_text(color_set("#FFFFFF"))
    editor.say("textDocument/didSave", textDocument={"uri": back.as_uri()})
    await editor.diagnostics(front, 1, 0)
    return editor


@check
async def names(case):
    """spaces, percent signs and other scripts in a path, however the editor escapes them"""
    file = case.file(name="été 100% 𐐀.palette.json")
    editor = await case.editor()
    uri = file.as_uri()
    for written in (uri, uri.replace("%20", " "), uri.replace("file:///", "file://localhost/")):
        editor.say("textDocument/didOpen", textDocument={
            "uri": written, "languageId": "json", "version": 1, "text": document(BAD)})
        await editor.until(
            lambda: written in editor.told and editor.told[written][-1].diagnostics, f"told of {written}")
        editor.say("textDocument/didClose", textDocument={"uri": written})
    return editor
