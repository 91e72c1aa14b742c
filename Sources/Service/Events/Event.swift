import Contrast
import Palettes
import Syntax

/// Something the daemon tells: the journal, and those who subscribed.
struct Event: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    /// A pair that passed fails.
    case regression
    /// A pair that failed passes.
    case recovery
    /// A pair is there for the first time and fails.
    case appearedFailing = "appeared-failing"
    /// The verdict of a pair now depends on what is behind it, or cannot be given.
    case becameIndeterminate = "became-indeterminate"
    /// A judged pair is no longer there.
    case vanished
    /// A pair that failed is not told of any more because of what is asked, not because of its colours.
    case policyLoosened = "policy-loosened"
    /// Pairs have other names or stand in another file, and look as they did.
    case renamed
    case baselineChanged = "baseline-changed"
    case waiversChanged = "waivers-changed"
    case waiverExpiring = "waiver-expiring"
    case waiverExpired = "waiver-expired"
    case batch
    case sourceInvalid = "source-invalid"
    /// A policy cannot be used; the last good one stays in force.
    case policyInvalid = "policy-invalid"
    case rootLost = "root-lost"
    case rootBack = "root-back"
    case watchDegraded = "watch-degraded"
    case watcherMissed = "watcher-missed"
    case configurationInvalid = "configuration-invalid"
    /// The durable memory was damaged, or cannot be written; or it can be again.
    case storeTrouble = "store-trouble"
    case editorAttached = "editor-attached"
    case editorDetached = "editor-detached"
  }

  /// One judged pair in the combinations in which the same happened to it.
  struct Pair: Sendable {
    let key: PairKey
    let combinations: [String]
    /// The same as ``TraitCombination/description`` writes them.
    var cells: [String] = []
    /// Where the foreground's and the background's values stand; the last known where they are gone.
    let foregroundPlace: SourceRange
    let backgroundPlace: SourceRange
    let foregroundColor: String
    let backgroundColor: String
    /// Floored, as printed; nil where it cannot be measured. Of the worst combination.
    let ratio: String?
    let ratioBefore: String?
    let required: Double?
    let conformance: String
    let rule: String
    let severity: Diagnostic.Severity
  }

  /// A waiver that ends.
  struct Waived: Sendable {
    let pair: String
    let owner: String
    /// `2026-11-30`, or that it cannot be read.
    let expires: String
  }

  let kind: Kind
  /// Reads alone.
  let message: String
  /// The root's name in the configuration, where it concerns one.
  let root: String?
  /// The palette's path, where it concerns one.
  var palette: String?
  var pair: Pair?
  var waiver: Waived?
  /// How many failures a file accepts or waives, and did before.
  var accepted: (before: Int, now: Int)?
  /// Of what it is about; where that is nil, the pair's foreground stands for it.
  var place: (file: String, line: Int)?
  /// Given when it is told.
  var sequence = 0
  /// The settled batch of changes that it belongs to.
  var batch = 0
  /// What the root's work tree stood at when it was told.
  var commit: String?

  init(_ kind: Kind, _ message: String, root: String? = nil, palette: String? = nil, pair: Pair? = nil) {
    self.kind = kind
    self.message = message
    self.root = root
    self.palette = palette
    self.pair = pair
  }
}

extension Event.Kind {
  /// The entry's MESSAGE_ID in the journal; `contrastd.catalog` explains each.
  var messageID: String {
    switch self {
    case .regression: "e57f22fd4c0140efb262585f516b716b"
    case .recovery: "c508633697bc4f54ba394f7f5361a045"
    case .appearedFailing, .becameIndeterminate: "face932e6c854c69a1fac50216e5d562"
    case .vanished: "b4dff408743c46da9da5df89982b2484"
    case .policyLoosened: "af82b5a7daef4724a0076276761e10e9"
    case .renamed: "ab14366f5fd345339703902fdcc1aea5"
    case .baselineChanged, .waiversChanged: "173ded793f2647d38b54badff8ec9a53"
    case .waiverExpiring, .waiverExpired: "a2037e595e3d4bcd88067f4bebedd137"
    case .batch: "375790f9cee5426f9d9eda98eab435f7"
    case .sourceInvalid: "dd76a2491eeb48cfb667ee12eeddcad8"
    case .rootLost, .rootBack: "3b033e87e67246bba3421b1ba1ff270b"
    case .watchDegraded: "efcbd446ed254008a425563ea8232dac"
    case .watcherMissed: "6accced539494a249df588851ff1d912"
    case .storeTrouble: "fc3ba0e14a764d8a9550c2757b9530b1"
    case .editorAttached, .editorDetached: "939dcb5afe324209beb6ecca773f8e6e"
    case .configurationInvalid, .policyInvalid: "172bb611e30c4daaa17b6680df99ffcb"
    }
  }

  /// The kind of so many events in words.
  func words(_ count: Int) -> String {
    switch self {
    case .regression: count == 1 ? "regression" : "regressions"
    case .recovery: count == 1 ? "recovery" : "recoveries"
    case .appearedFailing: "appeared failing"
    case .becameIndeterminate: "became indeterminate"
    case .vanished: "vanished"
    case .policyLoosened: "policy loosened"
    case .baselineChanged: count == 1 ? "baseline changed" : "baselines changed"
    case .waiversChanged: "waivers changed"
    case .waiverExpiring: count == 1 ? "waiver expiring" : "waivers expiring"
    case .waiverExpired: count == 1 ? "waiver expired" : "waivers expired"
    case .policyInvalid: count == 1 ? "invalid policy" : "invalid policies"
    case .sourceInvalid: count == 1 ? "invalid source" : "invalid sources"
    default: rawValue
    }
  }

  /// syslog(3): 3 error, 4 warning, 5 notice, 6 information, 7 debugging.
  var priority: Int {
    switch self {
    case .storeTrouble: 2
    case .regression, .watcherMissed, .configurationInvalid, .policyInvalid: 3
    case .appearedFailing, .becameIndeterminate, .policyLoosened, .waiverExpired, .sourceInvalid, .rootLost,
      .watchDegraded:
      4
    case .recovery, .vanished, .renamed, .baselineChanged, .waiversChanged, .waiverExpiring, .rootBack: 5
    case .batch: 6
    case .editorAttached, .editorDetached: 7
    }
  }
}
