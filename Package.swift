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
  products: [.executable(name: "contrastctl", targets: ["contrastctl"])],
  targets: [
    module("Colorimetry"),
    module("Palettes", ["Colorimetry"]),
    module("Contrast", ["Palettes", "Colorimetry"]),
    module("Reports", ["Contrast", "Palettes", "Colorimetry"]),
    module("Linux"),
    .executableTarget(
      name: "contrastctl", dependencies: ["Contrast", "Palettes", "Colorimetry", "Reports", "Linux"],
      swiftSettings: settings),
    tests("Colorimetry", ["Colorimetry"]),
    tests("Palettes", ["Palettes", "Colorimetry"]),
    tests("Contrast", ["Contrast", "Palettes", "Colorimetry", "Linux"]),
    tests("Reports", ["Reports", "Contrast", "Palettes", "Colorimetry"]),
    tests("Linux", ["Linux"]),
    tests("Command", ["contrastctl", "Palettes"]),
  ],
  swiftLanguageModes: [.v6]
)
