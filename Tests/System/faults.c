// Preloaded into a program: of its calls that change files below FAULT_PATH, number FAULT_AT ends the program or fails.
// FAULT_KIND: kill (before the call), torn (in the middle of a write, behind any other call), or the number of an error.
// FAULT_COUNT is a file in which the calls are counted, for all threads together: how many, how many renames were done,
// and the name of the call that had the fault.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *place, *kind;
static long wanted;
static struct { long calls, renames; char name[16]; } *count;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("FAULT_COUNT");
  int counter = file ? open(file, O_RDWR) : -1;
  if (counter < 0) return;
  void *map = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, counter, 0);
  close(counter);
  if (map == MAP_FAILED) return;
  place = getenv("FAULT_PATH");
  kind = getenv("FAULT_KIND");
  wanted = atol(getenv("FAULT_AT"));
  count = map;
}

static int is_ours(const char *path) { return count && path && strncmp(path, place, strlen(place)) == 0; }

static int is_open_to_ours(int file) {
  char link[64], path[PATH_MAX];
  if (!count) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  int saved = errno;
  ssize_t size = readlink(link, path, sizeof path - 1);
  errno = saved;
  path[size < 0 ? 0 : size] = 0;
  return is_ours(path);
}

static int is_its_turn(void) { return __atomic_add_fetch(&count->calls, 1, __ATOMIC_SEQ_CST) == wanted; }

static int done(int result) {
  if (result == 0 && count) count->renames++;
  return result;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name)

// The call as a whole, and what "torn" does of it.
#define FAULT(ours, whole, half) \
  if (!(ours) || !is_its_turn()) return whole; \
  strncpy(count->name, __func__, sizeof count->name - 1); \
  if (strcmp(kind, "kill") == 0) die(); \
  if (strcmp(kind, "torn") == 0) { (void)!(half); die(); } \
  errno = atoi(kind); \
  return -1

ssize_t write(int file, const void *bytes, size_t size) {
  REAL(write);
  FAULT(is_open_to_ours(file), real(file, bytes, size), real(file, bytes, size / 2));
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) {
  REAL(pwrite);
  FAULT(is_open_to_ours(file), real(file, bytes, size, at), real(file, bytes, size / 2, at));
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) {
  REAL(pwrite64);
  FAULT(is_open_to_ours(file), real(file, bytes, size, at), real(file, bytes, size / 2, at));
}
int fsync(int file) {
  REAL(fsync);
  FAULT(is_open_to_ours(file), real(file), real(file));
}
int fdatasync(int file) {
  REAL(fdatasync);
  FAULT(is_open_to_ours(file), real(file), real(file));
}
int ftruncate(int file, off_t size) {
  REAL(ftruncate);
  FAULT(is_open_to_ours(file), real(file, size), real(file, size));
}
int ftruncate64(int file, off64_t size) {
  REAL(ftruncate64);
  FAULT(is_open_to_ours(file), real(file, size), real(file, size));
}
int rename(const char *from, const char *to) {
  REAL(rename);
  FAULT(is_ours(to), done(real(from, to)), real(from, to));
}
int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  REAL(renameat);
  FAULT(is_open_to_ours(to_directory), done(real(from_directory, from, to_directory, to)),
        real(from_directory, from, to_directory, to));
}
int openat(int directory, const char *path, int flags, ...) {
  REAL(openat);
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  FAULT((flags & O_CREAT) && is_open_to_ours(directory), real(directory, path, flags, mode),
        real(directory, path, flags, mode));
}
int close(int file) {
  REAL(close);
  // What is written to it may be refused as late as here; the descriptor is gone all the same.
  FAULT(count && (fcntl(file, F_GETFL) & O_ACCMODE) == O_WRONLY && is_open_to_ours(file), real(file), real(file));
}
int unlink(const char *path) {
  REAL(unlink);
  FAULT(is_ours(path), real(path), real(path));
}
