/// Libraries of PyPI, where they are installed: one pair after the other, as they are used.
func peerRows(_ bench: Bench) throws -> [Outcome] {
  let palette = RandomPalette(names: 10_000)
  let pairs = Double(palette.foregrounds.count * palette.backgrounds.count)
  let ours = Samples((0..<7).map { _ in timed { _ = palette.counted() } }).median / pairs
  var outcomes: [Outcome] = []
  for (name, program) in peers {
    let output = "\(bench.scratch)/peer.txt"
    let child = try Child(["/usr/bin/env", "python3", "-c", program], output: output)
    guard child.wait() == 0, let text = contents(of: output),
      let theirs = Double(String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).first ?? "")
    else { continue }
    outcomes.append(
      Outcome(
        name: "peers: \(name), a pair", ours: "\(short(ours * 1e9)) ns", reference: "\(short(theirs * 1e9)) ns",
        figure: theirs / ours, target: .none))
  }
  return outcomes
}

private let peers = [
  (
    "wcag-contrast-ratio",
    """
    import time, wcag_contrast_ratio as w
    t = time.perf_counter(); n = 20000
    for i in range(n): w.rgb((i % 256 / 255, .5, .2), (1, i % 99 / 99, 1))
    print((time.perf_counter() - t) / n)
    """
  ),
  (
    "coloraide",
    """
    import time; from coloraide import Color
    t = time.perf_counter(); n = 2000; b = Color('#eeeeee')
    for i in range(n): Color('srgb', [i % 256 / 255, .5, .2]).contrast(b, method='wcag21')
    print((time.perf_counter() - t) / n)
    """
  ),
]
