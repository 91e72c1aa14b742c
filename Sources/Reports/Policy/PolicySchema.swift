/// The JSON Schema of `contrast.policy.json`, as installed in `schema/policy-file.schema.json`.
package enum PolicySchema {
  package static let text = properties + "\n" + definitions

  private static let properties = #"""
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
        "strict": {
          "description": "Token files of older dialects than DTCG 2025.10 are refused: each value is an error with its token, place and remedy, and has no value.",
          "type": "boolean"
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
        "sets": {
          "description": "Sources that pair across palettes, by the name of the set: patterns as in gitignore(5), relative to this file. What is in one is judged together too.",
          "type": "object",
          "additionalProperties": {
            "anyOf": [
              {
                "type": "string",
                "minLength": 1
              },
              {
                "type": "array",
                "minItems": 1,
                "items": {
                  "type": "string",
                  "minLength": 1
                }
              }
            ]
          }
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
          "description": "Dimensions: which values there are, where they come from, and which combinations do not occur.",
          "type": "object",
          "properties": {
            "exclude": {
              "description": "Combinations that do not occur: each item names the traits that do not come together.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/traits"
              }
            }
          },
          "additionalProperties": {
            "$ref": "#/$defs/dimension"
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
          "description": "The release whose system colours are meant (ios26); several make the release a dimension, the first its default.",
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
              "uniqueItems": true
            }
          ]
        },
        "maxCombinations": {
          "description": "A palette with more trait combinations is refused (4096).",
          "type": "integer",
          "minimum": 1,
          "maximum": 65536
        },
        "waivers": {
          "description": "What a waiver may be.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "maxDays": {
              "description": "A waiver that runs for more days than this from today is refused.",
              "type": "integer",
              "minimum": 1,
              "maximum": 3650
            }
          }
        }
      },
    """#
}
