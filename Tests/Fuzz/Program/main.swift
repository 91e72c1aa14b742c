import Foundation
import FuzzDriver

let usage = """
  usage: contrastd-fuzz READER [--seconds=N] [--seed=N] [--keep=FILE] FOLDER…
         contrastd-fuzz READER --write=N --out=FILE [--seed=N] FOLDER…     writes case N instead of running
         contrastd-fuzz --show=FILE      prints the case that --keep left
         contrastd-fuzz --list           the readers
  """

var options: [String: String] = [:]
var operands: [String] = []
for argument in CommandLine.arguments.dropFirst() {
  if argument.hasPrefix("--") {
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1)
    options[parts.first.map(String.init) ?? ""] = parts.count > 1 ? String(parts[1]) : ""
  } else {
    operands.append(argument)
  }
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}

if options["list"] != nil {
  for reader in FuzzReader.all { print(reader.name) }
  exit(0)
}
if let path = options["show"] {
  guard let bytes = KeptCase.bytes(of: path) else { fail("\(path) holds no case") }
  FileHandle.standardOutput.write(Data(bytes))
  exit(0)
}
guard let name = operands.first, operands.count > 1 else { fail(usage) }
guard let reader = FuzzReader.all.first(where: { $0.name == name }) else {
  fail("no reader is called \(name)\n\(usage)")
}
let fuzzer = Fuzzer(reader, folders: Array(operands.dropFirst()), seed: UInt64(options["seed"] ?? "1") ?? 1)
if let number = options["write"].flatMap({ Int($0) }), let out = options["out"] {
  let made = fuzzer.made(number)
  print(made.path)
  guard FileManager.default.createFile(atPath: out, contents: Data(made.bytes)) else { fail("cannot write \(out)") }
  exit(0)
}
let summary = fuzzer.run(
  seconds: Double(options["seconds"] ?? "10") ?? 10, kept: options["keep"].flatMap { KeptCase($0) })
print(summary.line)
guard summary.seeds > 0 else { fail("there is no file to begin with") }
// A case that takes seconds hangs an editor: it counts as a failure.
exit(summary.longest < 5 ? 0 : 1)
