package import Contrast
package import Palettes

/// One question to a workspace, whoever answers it: contrastctl from the files, or the daemon from what it watches.
package struct Question: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case check(CheckQuestion)
    case explain(foreground: String, background: String)
    case resolve(name: String)
    case suggest(SuggestQuestion)
    case tokens(PaletteReports.TokenFilter)
    case pairs(showsReasons: Bool)
    case traits
    case matrix
  }

  package struct CheckQuestion: Hashable, Sendable {
    package var filter = CheckReport.Filter()
    package var allPairs = false
    package var showsNotes = false
    package var newOnly = false
    package var ignoresBaseline = false
    /// The least severity that fails the check; nil for what each palette's policy says.
    package var failOn: Threshold?

    package init() {}
  }

  package struct SuggestQuestion: Hashable, Sendable {
    package let foreground: String
    package let background: String
    /// The ratio to reach; nil for what the pair requires.
    package var required: Double?
    package var changesForeground = true
    /// One value for every combination asked about.
    package var allTraits = false

    package init(foreground: String, background: String) {
      self.foreground = foreground
      self.background = background
    }
  }

  /// How the answer is written.
  package enum Form: Hashable, Sendable {
    case text(TextStyle)
    case json(pretty: Bool)
  }

  package let subject: Subject
  /// `style=dark,contrast=high`, read against the dimensions that the palettes have; nil asks about all.
  package var traits: String?
  /// `style=dark`, `fake-dark=yes`, each over the ones before.
  package var overrides: [String] = []
  /// What if: `NAME[TRAITS]=COLOR`.
  package var whatIf: [String] = []
  package var conformance: Conformance?
  package var release: SystemColors.Release?
  package var form = Form.text(.plain)

  package init(_ subject: Subject) {
    self.subject = subject
  }

  /// Whether it asks about the workspace as it stands.
  package var isPlain: Bool {
    traits == nil && overrides.isEmpty && whatIf.isEmpty && conformance == nil && release == nil
  }
}

/// What a question is answered with: a text for standard output, and the exit status of the command.
package struct Answer: Hashable, Sendable {
  package let output: String
  /// 0 nothing to complain of, 1 findings, 4 something could not be evaluated or nothing was judged.
  package let status: Int32

  package init(output: String, status: Int32) {
    self.output = output
    self.status = status
  }
}

/// A question that cannot be answered as it was asked, with what to ask instead.
package struct QuestionError: Error, CustomStringConvertible {
  package let description: String
  /// The exit status it leads to: 2 for a wrong question, 4 where there is nothing that could be asked about.
  package let status: Int32

  package init(_ description: String, status: Int32 = 2) {
    self.description = description
    self.status = status
  }
}
