import Glibc
import Testing

@testable import Linux

@Suite struct MountsTests {
  @Test func `The table is read, escapes and all`() throws {
    let mounts = Mounts()
    #expect(mounts.all.contains { $0.path == "/proc" && $0.type == "proc" })
    var status = stat()
    try #require(stat("/proc", &status) == 0)
    let proc = try #require(mounts.mount(at: "/proc/self", on: status.st_dev))
    #expect(proc.type == "proc" && !proc.isSilent)
  }

  @Test func `File systems whose changes others can make are silent`() {
    let rows: [(String, Bool)] = [
      ("ext4", false), ("xfs", false), ("btrfs", false), ("tmpfs", false), ("zfs", false), ("nfs4", true),
      ("cifs", true), ("fuse", true), ("fuse.sshfs", true), ("fuseblk", true), ("fusectl", false), ("9p", true),
      ("overlay", true), ("virtiofs", true),
    ]
    for (type, isSilent) in rows {
      #expect(Mounts.Mount(id: 1, path: "/", type: type, device: 0).isSilent == isSilent, "\(type)")
    }
  }

  @Test func `The innermost mount decides, and of two at one place the later one`() {
    let mounts = Mounts([
      .init(id: 1, path: "/", type: "ext4", device: 1), .init(id: 2, path: "/srv", type: "xfs", device: 2),
      .init(id: 3, path: "/srv", type: "nfs4", device: 3), .init(id: 4, path: "/srv/a b", type: "fuse", device: 4),
    ])
    let rows: [(String, dev_t, String)] = [
      ("/home", 1, "ext4"), ("/srvx", 1, "ext4"), ("/srv/x", 3, "nfs4"), ("/srv/x", 99, "nfs4"), ("/srv", 2, "xfs"),
      ("/srv/a b/c", 4, "fuse"),
    ]
    for (path, device, type) in rows { #expect(mounts.mount(at: path, on: device)?.type == type, "\(path)") }
    #expect(mounts.near("/srv/a b").map(\.id) == [1, 2, 3, 4])
    #expect(mounts.near("/home").map(\.id) == [1])
  }
}
