import Reports
import Varlink

extension ControlMethod {
  static let interfaceName = "org.contrastd.contrast"

  static let service = ServiceInfo(
    vendor: "contrastd", product: "contrastd", version: Version.text, url: "https://contrastd.org",
    interfaces: [try? Interface(interfaceText)].compactMap(\.self))

  /// What `GetInterfaceDescription` answers. It grows; what is here is never taken away.
  static let interfaceText = """
    # The contrast of every semantic colour of the watched palettes under every trait combination.
    # Traits are written style=dark,contrast=high; overrides style=dark, fake-dark=yes, dynamic=no.
    interface org.contrastd.contrast

    type Root (
      name: string,
      path: string,
      scanned: bool,
      # Something is noticed that answers do not reflect yet: they are of the last whole state. Sync waits for it.
      behind: bool,
      # Why its last state is served, or why it is polled; empty where neither.
      lost: string,
      degraded: string,
      overflows: int,
      palettes: int,
      colors: int,
      pairs: int,
      failingPairs: int,
      checks: int,
      pass: int,
      fail: int,
      indeterminate: int,
      exempt: int,
      notEvaluated: int,
      unreadable: int,
      # Files whose last whole state is served because the present one breaks off.
      stale: []string
    )

    # The state of the daemon. Answered at any time. store says why what is told is not kept; empty where it is, or need
    # not be.
    method GetStatus() -> (
      state: string, version: string, clock: string, progress: string, started: int, connections: int, watches: int,
      store: string, roots: []Root
    )

    method ListPalettes() -> (palettes: []object)

    # Filters are patterns with *; file is a path. With more, findings come in several replies.
    method ListFindings(
      palette: ?string, file: ?string, foreground: ?string, background: ?string, code: ?string, traits: ?string
    ) -> (findings: []object)

    # Every judged pair of a palette in every combination, or every foreground on every background; with more, in
    # several replies.
    method ListMeasurements(palette: string, verdict: ?string, all: ?bool) -> (measurements: []object)

    # How a pair came to its verdict under traits, completed from this connection's environment.
    method Explain(foreground: string, background: string, palette: ?string, traits: ?string, overrides: ?[]string)
      -> (explanation: object)

    # The nearest value of the foreground that makes the pair pass.
    method Suggest(foreground: string, background: string, palette: ?string, traits: ?string, needs: ?float)
      -> (suggestion: object)

    # Two colours in CSS notation, no palette; on lists what a translucent background stands on, nearest first.
    method Measure(foreground: string, background: string, on: ?[]string, p3: ?bool) -> (measurement: object)

    # A name under traits: its colour and how it was chosen.
    method Resolve(name: string, palette: ?string, traits: ?string, overrides: ?[]string) -> (resolution: object)

    # A question of contrastctl about the palettes at or under a watched path: its output and exit status. Degraded
    # while a file there is incomplete: the other methods answer from its last whole state. behind is as in Root.
    method Ask(path: string, question: object) -> (output: string, status: int, behind: bool)

    # Traits and overrides of this connection; they complete its questions.
    method SetEnvironment(traits: ?string, overrides: ?[]string) -> ()

    # A variant for this connection alone: the last one for equal traits wins; gone with the connection.
    method Register(name: string, traits: ?string, color: string) -> ()
    method Unregister(name: string, traits: ?string) -> ()

    # Returns when everything written before the call is reflected.
    method Sync() -> (clock: string)

    # Events since a clock, as they are told: first those that were told before, as far back as they are kept. The first
    # reply has no event: fresh says whether some were missed, and failing then lists the pairs that fail as of its
    # clock. SubscriberOverrun: it read too slowly, or the log breaks off; another Subscribe says how to go on.
    method Subscribe(since: ?string) -> (clock: ?string, fresh: ?bool, failing: ?[]object, event: ?object)

    # What was told of a pair, in order: each event with its time in seconds since 1970, at most 500, the latest ones.
    # since is such a time. Degraded where nothing is kept.
    method History(
      foreground: string, background: string, palette: ?string, traits: ?string, since: ?int
    ) -> (events: []object)

    # Looks through every root for changes that no event told.
    method Verify() -> (clock: string)

    # Reads the configuration again; returns when it is in force. For the superuser and the daemon's own user.
    method Reload() -> (roots: int)

    # The configuration in force.
    method GetConfiguration() -> (text: string)

    error NotReady (progress: string)
    error NoSuchPalette (palette: string)
    error NoSuchColor (name: string, nearest: string)
    error SubscriberOverrun (clock: string)
    error LimitExceeded (limit: string)
    error Draining ()
    error Degraded (root: string, reason: string)
    # status is the exit status that contrastctl ends with.
    error InvalidQuestion (message: string, status: int)
    error ConfigurationInvalid (message: string)

    """
}
