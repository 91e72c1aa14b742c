/// The version of this build, as contrastd and contrastctl print it.
package enum Version {
  package static let text = "0.1.0"
}
