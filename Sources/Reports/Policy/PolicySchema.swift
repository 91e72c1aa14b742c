/// The JSON Schema of `contrast.policy.json`, as installed in `schema/policy-file.schema.json`.
package enum PolicySchema {
  package static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "contrastd policy",
      "description": "What has to hold for the palettes under a directory (contrast.policy.json). The nearest file wins key by key; pairs, overrides and severities of all of them count. Comments and trailing commas are accepted.",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "$schema": {
          "description": "Where this schema is, for editors.",
          "type": "string"
        },
        "root": {
          "description": "The search for policies further up ends here.",
          "type": "boolean"
        },
        "standard": {
          "description": "The standard that the requirements are from.",
          "enum": [
            "WCAG 2.1",
            "WCAG 2.2"
          ]
        },
        "conformance": {
          "description": "The level that is required.",
          "enum": [
            "AA",
            "AAA"
          ]
        },
        "sources": {
          "description": "Only these files are palettes: patterns as in gitignore(5), relative to this file.",
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
        },
        "ignore": {
          "description": "These files are none: patterns as in gitignore(5), relative to this file; ! takes back.",
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
        },
        "traits": {
          "description": "Which trait combinations there are.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "exclude": {
              "description": "Combinations that do not occur: each item names the traits that do not come together.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/traits"
              }
            }
          }
        },
        "pairs": {
          "description": "Colours that are used together: judged in every trait combination.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/pair"
          }
        },
        "overrides": {
          "description": "Other requirements under some traits; the last that holds counts.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/override"
          }
        },
        "severity": {
          "description": "Other severities, by a pattern over codes of findings and rules of pairs; the last that fits counts.",
          "type": "object",
          "additionalProperties": {
            "enum": [
              "error",
              "warning",
              "note",
              "off"
            ]
          }
        },
        "failOn": {
          "description": "The least severity that fails a check (error).",
          "enum": [
            "error",
            "warning",
            "note",
            "never"
          ]
        },
        "alertOn": {
          "description": "The least severity of a pair of which an alert is raised (warning); a declared pair is always told.",
          "enum": [
            "error",
            "warning",
            "note",
            "never"
          ]
        },
        "ios": {
          "description": "The release whose system colours are meant (ios26).",
          "anyOf": [
            {
              "enum": [
                "ios13-14",
                "ios15-18",
                "ios26"
              ]
            },
            {
              "type": "array",
              "items": {
                "enum": [
                  "ios13-14",
                  "ios15-18",
                  "ios26"
                ]
              },
              "minItems": 1,
              "maxItems": 1
            }
          ]
        },
        "maxCombinations": {
          "description": "A palette with more trait combinations is refused (4096).",
          "type": "integer",
          "minimum": 1,
          "maximum": 65536
        }
      },
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
              "description": "What the foreground is used for; left out, what its name says.",
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
        }
      }
    }

    """#
}
