// watch DIR NAME REPEATS FILE.a FILE.b : the least a watcher can do. A child waits for DIR/NAME with inotify and parses it
// with simdjson after each save; the parent saves it, the two contents in turn, and measures from just before the last
// system call of the save (rename) to the child's word that it is parsed. Prints p50 and p99 in microseconds.
#include <simdjson.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <signal.h>
#include <string>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static double now() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e6 + t.tv_nsec * 1e-3; }

static std::vector<char> contents(const std::string &path, size_t &size) {
  int fd = open(path.c_str(), O_RDONLY);
  struct stat s;
  if (fd < 0 || fstat(fd, &s)) { perror(path.c_str()); exit(1); }
  std::vector<char> bytes(s.st_size + simdjson::SIMDJSON_PADDING);
  ssize_t n = read(fd, bytes.data(), s.st_size);
  close(fd);
  size = n < 0 ? 0 : n;
  return bytes;
}

static void watch(const std::string &dir, const std::string &name, int ready) {
  int fd = inotify_init1(IN_CLOEXEC);
  inotify_add_watch(fd, dir.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO);
  if (write(ready, "w", 1) != 1) return;
  simdjson::dom::parser parser;
  alignas(inotify_event) char events[65536];
  for (ssize_t n; (n = read(fd, events, sizeof events)) > 0;) {
    bool mine = false;
    for (char *p = events; p < events + n; p += sizeof(inotify_event) + ((inotify_event *)p)->len)
      mine |= ((inotify_event *)p)->len && name == ((inotify_event *)p)->name;
    if (!mine) continue;
    size_t size;
    auto bytes = contents(dir + "/" + name, size);
    bool good = parser.parse(bytes.data(), size, false).error() == simdjson::SUCCESS;
    if (write(ready, good ? "." : "x", 1) != 1) return;
  }
}

int main(int, char **v) {
  std::string dir = v[1], name = v[2], path = dir + "/" + name, other = path + ".new";
  int repeats = atoi(v[3]), pipes[2];
  size_t size[2];
  std::vector<char> bytes[2] = {contents(v[4], size[0]), contents(v[5], size[1])};
  if (pipe(pipes)) return 1;
  pid_t child = fork();
  if (!child) { watch(dir, name, pipes[1]); _exit(1); }
  char word;
  if (read(pipes[0], &word, 1) != 1) return 1;
  std::vector<double> times;
  for (int i = 0; i < repeats; i++) {
    int fd = open(other.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (write(fd, bytes[i & 1].data(), size[i & 1]) < 0) return 1;
    close(fd);
    usleep((4 + i % 4) * 1000);
    double start = now();
    rename(other.c_str(), path.c_str());
    if (read(pipes[0], &word, 1) != 1 || word != '.') return 1;
    times.push_back(now() - start);
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  std::sort(times.begin(), times.end());
  printf("%.3f %.3f\n", times[repeats / 2], times[std::min(repeats - 1, repeats * 99 / 100)]);
}
