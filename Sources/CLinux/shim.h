// What the kernel offers and Swift cannot call: C variadics, and structures Swift's Glibc lacks.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <linux/openat2.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <unistd.h>

/// openat2(2) with RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS: a descriptor, or -1 with errno set.
static inline int clinux_open_beneath(int directory, const char *path, uint64_t flags) {
  struct open_how how = {.flags = flags, .mode = 0, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

/// pidfd_open(2): a descriptor that is readable once the process has ended, or -1 with errno set.
static inline int clinux_open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/// makedev(3), a macro.
static inline dev_t clinux_device(unsigned major, unsigned minor) { return makedev(major, minor); }

#endif
