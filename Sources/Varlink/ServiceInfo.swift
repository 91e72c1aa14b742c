/// What a service says about itself, and the interfaces it implements.
package struct ServiceInfo: Sendable {
  package let vendor: String
  package let product: String
  package let version: String
  package let url: String
  /// `org.varlink.service` first, which every service has.
  package let interfaces: [Interface]
  /// The whole names of the methods that the host answers.
  private let hostMethods: Set<String>

  package init(vendor: String, product: String, version: String, url: String, interfaces: [Interface]) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = [.service] + interfaces
    hostMethods = Set(interfaces.flatMap { interface in interface.methods.map { "\(interface.name).\($0)" } })
  }
}

extension ServiceInfo {
  /// What becomes of a call.
  enum Route {
    /// The host answers it: the method is declared in one of the host's interfaces.
    case host
    case getInfo
    case getInterfaceDescription(Interface)
  }

  /// Who answers a call, or the error that does.
  func route(_ call: Call) throws(MethodError) -> Route {
    if call.wantsUpgrade { throw .methodNotImplemented(call.method) }
    if hostMethods.contains(call.method) { return .host }
    guard let name = call.interface else { throw .invalidParameter("method") }
    let interface = try interface(named: name)
    guard interface.methods.contains(where: { $0 == call.name }) else { throw .methodNotFound(call.method) }
    guard interface.name == Interface.service.name else { return .host }
    var parameters = call.parameters
    if call.name == "GetInfo" {
      try parameters.finish()
      return .getInfo
    }
    let wanted = try parameters.take("interface", as: .string)
    try parameters.finish()
    return .getInterfaceDescription(try self.interface(named: wanted[...]))
  }

  private func interface(named name: Substring) throws(MethodError) -> Interface {
    guard let interface = interfaces.first(where: { $0.name == name }) else {
      throw .interfaceNotFound(String(name))
    }
    return interface
  }
}

extension Interface {
  /// The interface every service has; https://varlink.org/Service.
  package static let service = Interface(
    name: "org.varlink.service",
    methods: ["GetInfo", "GetInterfaceDescription"],
    errors: [
      "InterfaceNotFound", "MethodNotFound", "MethodNotImplemented", "InvalidParameter", "PermissionDenied",
      "ExpectedMore",
    ],
    types: [],
    description: """
      # What every Varlink service tells about itself.
      interface org.varlink.service

      # Who made the service, and which interfaces it has.
      method GetInfo() -> (
        vendor: string,
        product: string,
        version: string,
        url: string,
        interfaces: []string
      )

      # The text that declares one of its interfaces.
      method GetInterfaceDescription(interface: string) -> (description: string)

      # The service has no such interface.
      error InterfaceNotFound (interface: string)

      # The interface declares no such method.
      error MethodNotFound (method: string)

      # The interface declares the method, but this service does not have it.
      error MethodNotImplemented (method: string)

      # The named parameter is missing, unknown, or has a value the method does not take.
      error InvalidParameter (parameter: string)

      # The caller may not do this.
      error PermissionDenied ()

      # The method answers only calls with "more".
      error ExpectedMore ()

      """)
}
