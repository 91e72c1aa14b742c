extension ColorSpace.Definition {
  static let xyzD65 = ColorSpace.Definition(name: "xyz-d65", toBase: { $0 }, fromBase: { $0 })

  /// Bradford adaptation (CSS Color 4, sample code).
  static let xyzD50 = ColorSpace.Definition(
    name: "xyz-d50", base: .xyzD65,
    toBase: { Adaptation.d65FromD50 * $0 }, fromBase: { Adaptation.d50FromD65 * $0 })
}

enum Adaptation {
  static let d50FromD65 = Matrix3(
    (
      [1.0479297925449969, 0.022946870601609652, -0.05019226628920524],
      [0.02962780877005599, 0.9904344267538799, -0.017073799063418826],
      [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371]
    ))
  static let d65FromD50 = Matrix3(
    (
      [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
      [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
      [0.012314014864481998, -0.020507649298898964, 1.330365926242124]
    ))
}
