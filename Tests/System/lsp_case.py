"""What each check of the conformance run is given."""

from lsp_client import Editor
from lsp_wire import Raw
from trees import document

# Behind a character of two UTF-16 units and four bytes, on one line.
WIDE = ('{\r\n  "colors": {\r\n    "a𐐀b": "#123456", "textPrimary": "%s",\r\n    "background": "#FFFFFF"\r\n'
        '  }\r\n}\r\n')
CHECKS = []


def check(function):
    """Registers a check; its docstring says what holds. It runs once for each way to the server."""
    CHECKS.append(function)
    return function


class Case:
    """One check on one way: a folder of its own, and servers to talk to."""

    def __init__(self, way, words, address, daemon, folder, outside):
        self.way, self.words, self.address, self.daemon = way, words, address, daemon
        # What the daemon watches, and what it does not.
        self.folder, self.outside = folder, outside

    def file(self, text=None, name="brand.palette.json", outside=False):
        """A file on disk, which the daemon has seen."""
        path = (self.outside if outside else self.folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((document() if text is None else text).encode())
        self.daemon.ask("Sync")
        return path

    async def editor(self, capabilities=None, **more):
        """An editor that has greeted the server."""
        editor = Editor()
        if self.address:
            await editor.dial(self.address)
        else:
            await editor.start_io(*map(str, self.words))
        editor.capabilities = await editor.greet(self.folder, capabilities, **more)
        return editor

    def raw(self):
        return Raw(self.words, self.address)

    @property
    def ends(self):
        """What the end of the server looks like after exit with a status."""
        return lambda status: "closed" if self.address else status
