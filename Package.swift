// swift-tools-version: 6.2
import PackageDescription

/// Every module: Swift 6 mode, warnings are errors, and the GNU names of the C library.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .unsafeFlags(["-Xcc", "-D_GNU_SOURCE"]),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The same loops for processors with AVX2: one file, compiled a second time. Contrast asks the processor before it calls.
func forAVX2() -> [SwiftSetting] {
  #if arch(x86_64)
    return settings + [.unsafeFlags(["-Xcc", "-march=x86-64-v3"], .when(configuration: .release))]
  #else
    return settings
  #endif
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies, exclude: fixtures(name), swiftSettings: settings)
}

/// Fixture folders are read from the checkout, not bundled.
func fixtures(_ name: String) -> [String] {
  ["Contrast", "Palettes", "Colorimetry", "Command"].contains(name) ? ["Fixtures"] : []
}

let package = Package(
  name: "contrastd",
  products: [
    .executable(name: "contrastctl", targets: ["contrastctl"]), .executable(name: "contrastd", targets: ["contrastd"]),
  ],
  targets: [
    module("Colorimetry"),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CProcessor"),
    module("Syntax", ["CYAML", "CProcessor"]),
    module("Palettes", ["Colorimetry", "Syntax"]),
    module("PairKernel"),
    .target(name: "PairKernelAVX2", swiftSettings: forAVX2()),
    module("Contrast", ["Palettes", "Colorimetry", "Syntax", "PairKernel", "PairKernelAVX2", "CProcessor"]),
    module("Reports", ["Contrast", "Palettes", "Colorimetry", "Syntax"]),
    module("LanguageServer", ["Contrast", "Palettes", "Colorimetry", "Syntax"]),
    module("Varlink", ["Syntax"]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    module("Linux", ["CLinux", "CSystemd", "CSQLite"]),
    module(
      "Service", ["Contrast", "Reports", "LanguageServer", "Palettes", "Colorimetry", "Varlink", "Linux", "Syntax"]),
    .executableTarget(name: "contrastd", dependencies: ["Service", "Linux"], swiftSettings: settings),
    .executableTarget(
      name: "contrastctl",
      dependencies: ["Contrast", "Palettes", "Colorimetry", "Reports", "LanguageServer", "Linux", "Syntax", "Varlink"],
      swiftSettings: settings),
    .target(
      name: "Certification", dependencies: ["Varlink", "Syntax"], path: "Tests/Certification", swiftSettings: settings),
    .executableTarget(
      name: "varlink-certification-server", dependencies: ["Certification", "Varlink"],
      path: "Tests/CertificationServer", swiftSettings: settings),
    .target(
      name: "PairEquality", dependencies: ["Contrast", "Palettes", "Colorimetry", "Syntax"],
      path: "Tests/Benchmarks/Equality",
      swiftSettings: settings),
    .executableTarget(
      name: "contrastd-bench", dependencies: ["PairEquality", "Contrast", "Colorimetry", "Syntax"],
      path: "Tests/Benchmarks/Bench", swiftSettings: settings),
    .target(
      name: "FuzzDriver", dependencies: ["Contrast", "Palettes"], path: "Tests/Fuzz/Driver", swiftSettings: settings),
    .executableTarget(
      name: "contrastd-fuzz", dependencies: ["FuzzDriver"], path: "Tests/Fuzz/Program", swiftSettings: settings),
    tests("Fuzz", ["FuzzDriver"]),
    tests("Colorimetry", ["Colorimetry"]),
    tests("Syntax", ["Syntax"]),
    tests("Palettes", ["Palettes", "Colorimetry", "Syntax"]),
    tests("Contrast", ["Contrast", "PairEquality", "Palettes", "Colorimetry", "Linux", "Syntax"]),
    tests("Reports", ["Reports", "Contrast", "Palettes", "Colorimetry", "Syntax"]),
    tests("LanguageServer", ["LanguageServer", "Contrast", "Palettes", "Syntax"]),
    tests("Varlink", ["Varlink", "Syntax", "Certification"]),
    tests("Linux", ["Linux"]),
    tests(
      "Service", ["Service", "contrastd", "Reports", "Varlink", "Contrast", "Palettes", "Linux", "Syntax"]),
    tests("Command", ["contrastctl", "contrastd", "Palettes", "Syntax"]),
  ],
  swiftLanguageModes: [.v6]
)
