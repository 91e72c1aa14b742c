extension PolicySchema {
  /// What its keys hold.
  static let definitions = #"""
      "$defs": {
        "names": {
          "description": "A name or pattern, or a list of them: * is a run of characters within one part of a name, ** any run, {x} a run that is the same on both sides.",
          "anyOf": [
            {
              "type": "string",
              "minLength": 1
            },
            {
              "type": "array",
              "items": {
                "type": "string",
                "minLength": 1
              }
            }
          ]
        },
        "usage": {
          "enum": [
            "text",
            "link",
            "placeholder",
            "large-text",
            "icon",
            "border",
            "chart",
            "focus",
            "disabled",
            "decorative",
            "logotype",
            "incidental"
          ]
        },
        "traits": {
          "description": "For each dimension one value or a list of them.",
          "type": "object",
          "additionalProperties": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            ]
          }
        },
        "pair": {
          "description": "A foreground on a background, or many by patterns.",
          "type": "object",
          "additionalProperties": false,
          "allOf": [
            {
              "anyOf": [
                {
                  "required": [
                    "fg"
                  ]
                },
                {
                  "required": [
                    "foreground"
                  ]
                }
              ]
            },
            {
              "anyOf": [
                {
                  "required": [
                    "bg"
                  ]
                },
                {
                  "required": [
                    "background"
                  ]
                }
              ]
            }
          ],
          "properties": {
            "fg": {
              "$ref": "#/$defs/names"
            },
            "foreground": {
              "$ref": "#/$defs/names"
            },
            "bg": {
              "$ref": "#/$defs/names"
            },
            "background": {
              "$ref": "#/$defs/names"
            },
            "on": {
              "description": "What a translucent background stands on, nearest first.",
              "$ref": "#/$defs/names"
            },
            "usage": {
              "description": "What the foreground is used for; left out, what its name says; on a disabled background that a pattern takes in it is disabled.",
              "$ref": "#/$defs/usage"
            },
            "min": {
              "description": "The ratio to reach, over what WCAG asks of the usage.",
              "type": "number",
              "minimum": 1,
              "maximum": 21
            },
            "floor": {
              "description": "What an exempt usage has to reach all the same.",
              "type": "number",
              "minimum": 1,
              "maximum": 21
            },
            "size": {
              "description": "The size of the text: from 24, or 18.66 with a weight of 700, it is large.",
              "type": "number",
              "minimum": 1,
              "maximum": 1000
            },
            "weight": {
              "type": "number",
              "minimum": 1,
              "maximum": 1000
            },
            "unit": {
              "description": "Of size; an iOS pt and an Android sp count as a CSS px.",
              "enum": [
                "px",
                "pt",
                "sp"
              ]
            },
            "note": {
              "description": "For people.",
              "type": "string"
            }
          }
        },
        "override": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "when"
          ],
          "oneOf": [
            {
              "required": [
                "conformance"
              ]
            },
            {
              "required": [
                "min"
              ]
            }
          ],
          "properties": {
            "when": {
              "$ref": "#/$defs/traits"
            },
            "usage": {
              "description": "Only pairs of these usages.",
              "anyOf": [
                {
                  "$ref": "#/$defs/usage"
                },
                {
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/usage"
                  }
                }
              ]
            },
            "conformance": {
              "enum": [
                "AA",
                "AAA"
              ]
            },
            "min": {
              "type": "number",
              "minimum": 1,
              "maximum": 21
            }
          }
        },
        "dimension": {
          "type": "object",
          "additionalProperties": false,
          "minProperties": 1,
          "properties": {
            "values": {
              "description": "The values that there are: nothing is judged under others. Of a dimension of the palette's own, in their order.",
              "type": "array",
              "minItems": 1,
              "uniqueItems": true,
              "items": {
                "type": "string"
              }
            },
            "directory": {
              "description": "Directories and the value that all in them has: a name anywhere, or a pattern relative to this file. What is in one counts where it would stand without the directory.",
              "type": "object",
              "additionalProperties": {
                "type": "string"
              }
            },
            "suffix": {
              "description": "Ends of names and the value that they say, of files, catalogs and colours: a colour that ends so is a variant of the one called without.",
              "type": "object",
              "additionalProperties": {
                "type": "string"
              }
            },
            "modifier": {
              "description": "The modifier of a resolver (group of themes, mode) that is this dimension; an object says what its contexts are.",
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                {
                  "type": "object",
                  "additionalProperties": {
                    "type": "object",
                    "additionalProperties": {
                      "type": "string"
                    }
                  }
                }
              ]
            }
          }
        }
      }
    }

    """#
}
