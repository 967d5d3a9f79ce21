// Loaded before libc, makes chosen file-system calls of a program fail, or the program end there.
//
// FAULT_CONTROL names a file of rules, one a line, read again whenever it is replaced:
//
//   CALLS PATH ACTION COUNT
//
// CALLS   a comma-separated list of the names below, or "*" for every call that changes something
// PATH    matches when it is part of the path, or of the path an open descriptor stands for
// ACTION  an errno by name, or SHORT, KILL, STOP, DELAY<ms>, LOG (a line "CALL PATH" in FAULT_LOG),
//         HOLD (the call waits until the file of rules is gone); for "exec" also LATE (the program
//         starts at once and does its work when the file of rules is gone)
// COUNT   "3": the third match only, "3+": from the third on, "3x2": the third and the fourth
//
// Counts are those of the process and begin anew when the rules are read.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { RULES = 16, PASS = 0, SHORTEN = -1, KILL = -2, STOP = -3, DELAY = -4, LOG = -5, HOLD = -6, LATE = -7 };

struct rule {
  char calls[96], path[512];
  int action, delay_ms;
  long from, to;
  atomic_long seen;
};

static struct rule rules[RULES];
static atomic_int rule_count;
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
static struct timespec read_at;
static ino_t read_inode;
static const char *control;
static int log_fd = -1;
static pid_t program; // a child between fork and exec ends the program that started it
static __thread int inside;

static const struct { const char *name; int code; } codes[] = {
  {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EACCES", EACCES}, {"EPERM", EPERM},
  {"EROFS", EROFS}, {"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"EINTR", EINTR}, {"ENOENT", ENOENT},
  {"ENOMEM", ENOMEM}, {"ELOOP", ELOOP}, {"EBUSY", EBUSY}, {"EXDEV", EXDEV},
  {"SHORT", SHORTEN}, {"KILL", KILL}, {"STOP", STOP}, {"LOG", LOG}, {"HOLD", HOLD}, {"LATE", LATE},
};

__attribute__((constructor)) static void start(void) {
  program = getpid();
  control = getenv("FAULT_CONTROL");
  const char *log = getenv("FAULT_LOG");
  if (log != NULL) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void parse_rule(char *line, struct rule *rule) {
  char action[32] = "", count[32] = "1+", kind = 0;
  memset(rule, 0, sizeof *rule);
  if (sscanf(line, "%95s %511s %31s %31s", rule->calls, rule->path, action, count) < 3) abort();
  long many = 0;
  sscanf(count, "%ld%c%ld", &rule->from, &kind, &many);
  rule->to = kind == '+' ? __LONG_MAX__ : kind == 'x' ? rule->from + many - 1 : rule->from;
  if (sscanf(action, "DELAY%d", &rule->delay_ms) == 1) rule->action = DELAY;
  for (size_t n = 0; n < sizeof codes / sizeof *codes; n++)
    if (strcmp(action, codes[n].name) == 0) rule->action = codes[n].code;
  if (rule->action == PASS) abort();
}

static void read_rules(void) {
  struct stat now;
  if (control == NULL || fstatat(AT_FDCWD, control, &now, 0) != 0) {
    rule_count = 0;
    read_inode = 0;
    return;
  }
  if (now.st_ino == read_inode && now.st_mtim.tv_nsec == read_at.tv_nsec && now.st_mtim.tv_sec == read_at.tv_sec) return;
  pthread_mutex_lock(&reading);
  char text[8192];
  int fd = syscall(SYS_openat, AT_FDCWD, control, O_RDONLY | O_CLOEXEC, 0);
  long length = fd < 0 ? 0 : syscall(SYS_read, fd, text, sizeof text - 1);
  if (fd >= 0) syscall(SYS_close, fd);
  text[length > 0 ? length : 0] = 0;
  int count = 0;
  char *rest = text;
  rule_count = 0;
  for (char *line; count < RULES && (line = strsep(&rest, "\n")) != NULL;)
    if (*line != 0) parse_rule(line, &rules[count++]);
  read_inode = now.st_ino;
  read_at = now.st_mtim;
  rule_count = count;
  pthread_mutex_unlock(&reading);
}

static int names(const char *calls, const char *call, int changes) {
  if (strcmp(calls, "*") == 0) return changes;
  size_t length = strlen(call);
  for (const char *at = calls; (at = strstr(at, call)) != NULL; at += length)
    if ((at == calls || at[-1] == ',') && (at[length] == 0 || at[length] == ',')) return 1;
  return 0;
}

static void end_program(int signal) {
  syscall(SYS_kill, program, signal);
  if (signal == SIGKILL) _exit(127); // reached only by a child between fork and exec
}

static void hold(void) {
  struct stat there;
  while (fstatat(AT_FDCWD, control, &there, 0) == 0) usleep(5000);
}

/** Decides what to do instead of the call: PASS, SHORTEN, LATE, or an errno. */
static int decide(const char *call, int changes, const char *one, const char *other) {
  int outcome = PASS;
  for (int n = 0; n < rule_count && outcome == PASS; n++) {
    struct rule *rule = &rules[n];
    if (!names(rule->calls, call, changes)) continue;
    const char *path = one != NULL && strstr(one, rule->path) ? one : other != NULL && strstr(other, rule->path) ? other : NULL;
    if (path == NULL) continue;
    long seen = atomic_fetch_add(&rule->seen, 1) + 1;
    if (seen < rule->from || seen > rule->to) continue;
    if (rule->action == LOG && log_fd >= 0) dprintf(log_fd, "%s %s\n", call, path);
    else if (rule->action == KILL) end_program(SIGKILL);
    else if (rule->action == STOP) end_program(SIGSTOP);
    else if (rule->action == DELAY) usleep(rule->delay_ms * 1000);
    else if (rule->action == HOLD) hold();
    else if (rule->action != LOG) outcome = rule->action;
  }
  return outcome;
}

/** The path of what is named through an open directory: `/proc/self/fd/7/./name`. */
static const char *true_path(const char *path, char *room, size_t size) {
  const char *prefix = "/proc/self/fd/";
  if (path == NULL || strncmp(path, prefix, strlen(prefix)) != 0) return path;
  const char *rest = strchr(path + strlen(prefix), '/');
  char link[64];
  if (rest == NULL || (size_t)(rest - path) >= sizeof link) return path;
  snprintf(link, sizeof link, "%.*s", (int)(rest - path), path);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, room, size - 1);
  if (length < 0) return path;
  if (strncmp(rest, "/./", 3) == 0) rest += 2;
  snprintf(room + length, size - length, "%s", rest);
  return room;
}

static int judge(const char *call, int changes, const char *one, const char *other) {
  if (inside || control == NULL) return PASS;
  int kept = errno;
  inside = 1;
  read_rules();
  char rooms[2][4096];
  one = true_path(one, rooms[0], sizeof rooms[0]);
  other = true_path(other, rooms[1], sizeof rooms[1]);
  int outcome = rule_count == 0 ? PASS : decide(call, changes, one, other);
  inside = 0;
  errno = outcome > 0 ? outcome : kept;
  return outcome;
}

static int judge_open(const char *call, int changes, int fd) {
  char link[64], path[4096] = "";
  if (inside || control == NULL) return PASS;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  return judge(call, changes, path, NULL);
}

#define NEXT(type, name, ...) \
  static type (*next)(__VA_ARGS__); \
  if (next == NULL) next = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int creates(const char *path, int flags) {
  struct stat found;
  if (flags & O_TRUNC) return 1;
  return (flags & O_CREAT) != 0 && fstatat(AT_FDCWD, path, &found, AT_SYMLINK_NOFOLLOW) != 0;
}

static int judge_path(const char *path, int flags) {
  int kept = errno, create = creates(path, flags);
  errno = kept;
  return judge(create ? "create" : "open", create, path, NULL);
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    NEXT(int, #name, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, int) : 0; \
    va_end(more); \
    return judge_path(path, flags) > 0 ? -1 : next(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int at, const char *path, int flags, ...) { \
    NEXT(int, #name, int, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, int) : 0; \
    va_end(more); \
    return judge_path(path, flags) > 0 ? -1 : next(at, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

static size_t cut(int outcome, size_t count) { return outcome == SHORTEN && count > 1 ? count / 2 : count; }

ssize_t write(int fd, const void *bytes, size_t count) {
  NEXT(ssize_t, "write", int, const void *, size_t);
  int outcome = judge_open("write", 1, fd);
  return outcome > 0 ? -1 : next(fd, bytes, cut(outcome, count));
}

#define PWRITE(name, offset_type) \
  ssize_t name(int fd, const void *bytes, size_t count, offset_type at) { \
    NEXT(ssize_t, #name, int, const void *, size_t, offset_type); \
    int outcome = judge_open("pwrite", 1, fd); \
    return outcome > 0 ? -1 : next(fd, bytes, cut(outcome, count), at); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define BY_DESCRIPTOR(name, call, changes, parameters, types, ...) \
  int name parameters { \
    NEXT(int, #name, types); \
    return judge_open(call, changes, fd) > 0 ? -1 : next(__VA_ARGS__); \
  }
#define TYPES(...) __VA_ARGS__
BY_DESCRIPTOR(fsync, "fsync", 1, (int fd), int, fd)
BY_DESCRIPTOR(fdatasync, "fdatasync", 1, (int fd), int, fd)
BY_DESCRIPTOR(syncfs, "syncfs", 1, (int fd), int, fd)
BY_DESCRIPTOR(ftruncate, "ftruncate", 1, (int fd, off_t to), TYPES(int, off_t), fd, to)
BY_DESCRIPTOR(ftruncate64, "ftruncate", 1, (int fd, off64_t to), TYPES(int, off64_t), fd, to)
BY_DESCRIPTOR(fchmod, "chmod", 1, (int fd, mode_t mode), TYPES(int, mode_t), fd, mode)

ssize_t writev(int fd, const struct iovec *parts, int count) {
  NEXT(ssize_t, "writev", int, const struct iovec *, int);
  return judge_open("write", 1, fd) > 0 ? -1 : next(fd, parts, count);
}

#define READ(name, call, parameters, types, ...) \
  ssize_t name parameters { \
    NEXT(ssize_t, #name, types); \
    return judge_open(call, 0, fd) > 0 ? -1 : next(__VA_ARGS__); \
  }
READ(read, "read", (int fd, void *to, size_t count), TYPES(int, void *, size_t), fd, to, count)
READ(pread, "read", (int fd, void *to, size_t count, off_t at), TYPES(int, void *, size_t, off_t), fd, to, count, at)
READ(pread64, "read", (int fd, void *to, size_t count, off64_t at), TYPES(int, void *, size_t, off64_t), fd, to, count, at)

#define BY_PATH(name, call, other, parameters, types, ...) \
  int name parameters { \
    NEXT(int, #name, types); \
    return judge(call, 1, path, other) > 0 ? -1 : next(__VA_ARGS__); \
  }
BY_PATH(rename, "rename", to, (const char *path, const char *to), TYPES(const char *, const char *), path, to)
// A rename, whatever its flags; koffi gives absolute paths.
int renameat2(int at, const char *path, int to_at, const char *to, unsigned int flags) {
  NEXT(int, "renameat2", int, const char *, int, const char *, unsigned int);
  return judge("rename", 1, path, to) > 0 ? -1 : next(at, path, to_at, to, flags);
}
BY_PATH(link, "link", to, (const char *path, const char *to), TYPES(const char *, const char *), path, to)
BY_PATH(symlink, "symlink", path, (const char *target, const char *path), TYPES(const char *, const char *), target, path)
BY_PATH(unlink, "unlink", NULL, (const char *path), const char *, path)
BY_PATH(rmdir, "rmdir", NULL, (const char *path), const char *, path)
BY_PATH(mkdir, "mkdir", NULL, (const char *path, mode_t mode), TYPES(const char *, mode_t), path, mode)
BY_PATH(chmod, "chmod", NULL, (const char *path, mode_t mode), TYPES(const char *, mode_t), path, mode)

// C++ removes files by these, so Node's rmSync does.
BY_PATH(remove, "unlink", NULL, (const char *path), const char *, path)

int unlinkat(int at, const char *name, int flags) {
  NEXT(int, "unlinkat", int, const char *, int);
  char link[64], path[4096];
  int kept = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", at);
  long length = *name == '/' || at == AT_FDCWD ? 0 : syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length < 0) length = 0;
  snprintf(path + length, sizeof path - length, "%s%s", length > 0 ? "/" : "", name);
  errno = kept;
  return judge(flags & AT_REMOVEDIR ? "rmdir" : "unlink", 1, path, NULL) > 0 ? -1 : next(at, name, flags);
}

static const char *last(char *const *arguments) {
  const char *found = NULL;
  for (; *arguments != NULL; arguments++) found = *arguments;
  return found;
}

enum { WORDS = 64 };

// Stands for the start of a program by libuv. That program is not watched: its start stands for what it does.
int execvp(const char *path, char *const arguments[]) {
  NEXT(int, "execvp", const char *, char *const *);
  int outcome = judge("exec", 1, path, last(arguments));
  if (outcome > 0) return -1;
  if (outcome != LATE) return next(path, arguments);
  const char *script = "while [ -e \"$0\" ]; do sleep 0.02; done; exec \"$@\"";
  const char *words[WORDS] = {"sh", "-c", script, control, path};
  for (int n = 1; n + 5 < WORDS && arguments[n] != NULL; n++) words[n + 4] = arguments[n];
  return next("/bin/sh", (char *const *)words);
}
