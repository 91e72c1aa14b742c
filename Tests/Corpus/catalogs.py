"""Asset catalogs, their colours and contrast, worked out from the raw files by the published texts: see recompute."""

import itertools
import json
import os
import pathlib
from fractions import Fraction

TOLERANCE = 1e-9
SYSTEM = "a system colour, whose value is not in the catalog"


# Colour spaces.


def inverse(matrix):
    """The inverse of a 3 × 3 matrix of fractions, by cofactors."""
    def minor(row, column):
        (a, b), (c, d) = [[matrix[i][j] for j in range(3) if j != column] for i in range(3) if i != row]
        return (a * d - b * c) * (-1) ** (row + column)

    determinant = sum(matrix[0][j] * minor(0, j) for j in range(3))
    return [[minor(j, i) / determinant for j in range(3)] for i in range(3)]


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def product(left, right):
    return [[sum(left[i][k] * right[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def to_xyz(*primaries):
    """RGB to XYZ for three primaries and the white D65, as x and y in units of 0.0001, exactly."""
    def xyz(x, y):
        return [Fraction(x, y), Fraction(1), Fraction(10000 - x - y, y)]

    columns = [xyz(*primary) for primary in primaries]
    square = [[column[i] for column in columns] for i in range(3)]
    scale = times(inverse(square), xyz(3127, 3290))
    return [[square[i][j] * scale[j] for j in range(3)] for i in range(3)]


SRGB = to_xyz((6400, 3300), (3000, 6000), (1500, 600))
P3 = to_xyz((6800, 3200), (2650, 6900), (1500, 600))
P3_TO_SRGB = [[float(x) for x in row] for row in product(inverse(SRGB), P3)]
SRGB_TO_P3 = [[float(x) for x in row] for row in product(inverse(P3), SRGB)]


def decode(c):
    magnitude = abs(c)
    linear = magnitude / 12.92 if magnitude <= 0.04045 else ((magnitude + 0.055) / 1.055) ** 2.4
    return linear if c >= 0 else -linear


def encode(c):
    magnitude = abs(c)
    encoded = 12.92 * magnitude if magnitude <= 0.0031308 else 1.055 * magnitude ** (1 / 2.4) - 0.055
    return encoded if c >= 0 else -encoded


def clip(c):
    return min(max(c, 0.0), 1.0)


def gray(w):
    linear = abs(w) ** 2.2
    return encode(linear if w >= 0 else -linear)


def rgb_in(space, parts):
    """Encoded extended sRGB of the components of an asset catalog's colour space."""
    if not space.startswith("extended"):
        parts = [clip(part) for part in parts]
    if space in ("srgb", "extended-srgb"):
        return parts
    if space == "extended-linear-srgb":
        return [encode(part) for part in parts]
    if space == "display-p3":
        return [encode(part) for part in times(P3_TO_SRGB, [decode(part) for part in parts])]
    if space in ("gray-gamma-22", "extended-gray"):
        return [gray(parts[0])] * 3
    raise ValueError(f"no colour space {space}")


# Asset catalogs.


def component(value):
    """A component as Xcode reads it: 0xFF and 255 are of 255, a point makes a fraction of 1."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if value[:2] in ("0x", "0X"):
        return int(value[2:], 16) / 255
    return float(value) if "." in value or "e" in value.lower() else int(value) / 255


def color_of(written):
    """(red, green, blue, alpha) of a "color"; SYSTEM for a reference to a system colour."""
    if "components" not in written:
        return SYSTEM
    parts, space = written["components"], written["color-space"]
    keys = ["white"] if "gray" in space else ["red", "green", "blue"]
    rgb = rgb_in(space, [component(parts[key]) for key in keys])
    return (*rgb, clip(component(parts.get("alpha", "1.000"))))


def slot_of(entry):
    """What an entry says of itself; what it does not say is any style, normal contrast, universal, sRGB."""
    slot = {"style": None, "contrast": "normal", "idiom": entry.get("idiom", "universal"), "gamut": "srgb"}
    if entry.get("display-gamut", "sRGB") == "display-P3":
        slot["gamut"] = "p3"
    for appearance in entry.get("appearances", []):
        slot["style" if appearance["appearance"] == "luminosity" else "contrast"] = appearance["value"]
    return slot


def closest(entries, asked):
    """The entry that serves a question, by the rule of the closest match; None where none may."""
    best = None
    for slot, color in entries:
        if slot["style"] not in (None, asked["style"]) or slot["idiom"] not in ("universal", asked["idiom"]):
            continue
        if slot["contrast"] not in ("normal", asked["contrast"]) or slot["gamut"] not in ("srgb", asked["gamut"]):
            continue
        rank = [slot["style"] is not None, slot["contrast"] != "normal", slot["idiom"] != "universal",
                slot["gamut"] != "srgb"]
        if best is None or rank >= best[0]:  # of equal slots the last one counts
            best = rank, color
    return best and best[1]


class Catalog:
    """The colour sets under one path by name, each a list of (slot, colour)."""

    def __init__(self, path):
        self.colors, self.files = {}, {}
        files = pathlib.Path(path).rglob("*.colorset/Contents.json")
        for file in sorted(files, key=lambda file: os.fsencode(file)):
            name = self.prefix(pathlib.Path(path), file.parent.parent) + file.parent.name[: -len(".colorset")]
            text = json.loads(file.read_text(encoding="utf-8-sig"))
            self.files[name] = str(file)
            self.colors[name] = [
                (slot_of(entry), color_of(entry["color"])) for entry in text["colors"]
                if "color" in entry and not {"subtype", "locale", "language-direction"} & entry.keys()]

    @staticmethod
    def prefix(top, folder):
        """`Outer/Inner/` of the folders between `top` and `folder` that give their name to what is in them."""
        prefix = ""
        while folder != top:
            about = folder / "Contents.json"
            if about.exists() and json.loads(about.read_text()).get("properties", {}).get("provides-namespace"):
                prefix = folder.name + "/" + prefix
            folder = folder.parent
        return prefix

    def color(self, name, traits):
        asked = {"style": "light", "contrast": "normal", "idiom": "universal", "gamut": "srgb"}
        asked.update(item.split("=") for item in traits.split(",") if item)
        return closest(self.colors[name], asked)


# Contrast.


def over(front, back):
    """Source-over on encoded sRGB."""
    alpha = front[3] + back[3] * (1 - front[3])
    if alpha == 0:
        return (0.0, 0.0, 0.0, 0.0)
    return (*((f * front[3] + b * back[3] * (1 - front[3])) / alpha for f, b in zip(front[:3], back[:3])), alpha)


def luminance(color, traits):
    rgb = color[:3]
    if "gamut=p3" in traits and any(not 0 <= c <= 1 for c in rgb):
        shown = [clip(c) for c in times(SRGB_TO_P3, [decode(c) for c in rgb])]
        red, green, blue = times(P3_TO_SRGB, shown)
    else:
        red, green, blue = (decode(clip(c)) for c in rgb)
    return max(0.0, 0.2126 * red + 0.7152 * green + 0.0722 * blue)


def ratio(front, back, traits):
    """Of a foreground on an opaque background."""
    one, other = luminance(over(front, back), traits), luminance(back, traits)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def span(front, back, traits, steps):
    """The least and greatest ratio over a grid of opaque backdrops; 1 where the luminances cross in between."""
    ratios, signs = [], set()
    for backdrop in itertools.product([i / steps for i in range(steps + 1)], repeat=3):
        below = over(back, (*backdrop, 1.0))
        difference = luminance(over(front, below), traits) - luminance(below, traits)
        signs.add(difference > 0 if difference else None)
        ratios.append(ratio(front, below, traits))
    return 1.0 if {True, False} <= signs else min(ratios), max(ratios)


def verdict(low, high, required):
    if required is None:
        return "exempt"
    return "pass" if low >= required else "fail" if high < required else "indeterminate"


def is_near(a, b):
    return abs(a - b) <= TOLERANCE * max(abs(a), abs(b))


def hexes(color):
    """How a colour may be written in 8 bits: one way, or two where a channel lies on the edge between codes."""
    channels = color[:3] if color[3] == 1 else color
    choices = []
    for channel in channels:
        scaled = clip(channel) * 255
        choices.append({int(scaled + 0.5 - 1e-7), int(scaled + 0.5 + 1e-7)})
    return {"#" + "".join(f"{code:02X}" for code in codes) for codes in itertools.product(*choices)}
