import { createRequire } from "node:module";
import { getSystemErrorName } from "node:util";

/** The few system calls behind the inotify backend. Results are those of the manual pages. */
export interface Libc {
  inotifyInit(flags: number): number;
  /** `path`: text, or the path's bytes ended by NUL when they are not UTF-8. */
  inotifyAddWatch(fd: number, path: string | Uint8Array, mask: number): number;
  inotifyRemoveWatch(fd: number, watch: number): number;
  eventfd(initial: number, flags: number): number;
  epollCreate(flags: number): number;
  epollControl(epoll: number, operation: number, fd: number, event: Int32Array): number;
  /**
   * `epoll_wait` on a thread of libuv's pool. `events` must stay referenced until `done`, which is
   * called on the main thread.
   */
  epollWait(
    epoll: number,
    events: Int32Array,
    timing: { readonly most: number; readonly timeoutMs: number },
    done: (failure: unknown, ready: number) => void,
  ): void;
  read(fd: number, buffer: Uint8Array, length: number): number;
  close(fd: number): number;
  /** The system's code (`"ENOSPC"`, …) of the last call above that failed, `epollWait` excepted. */
  lastError(): string;
}

/** Binds the calls. Throws what koffi throws where it has no build or its file cannot be loaded. */
export function loadLibc(): Libc {
  // Not an import: koffi must stay a file beside the bundle, and be absent without harm.
  const koffi = createRequire(import.meta.url)("koffi") as typeof import("koffi");
  // The program itself: Node is linked with the libc it runs on, be that glibc or musl.
  const program = koffi.load(null);
  const addText = program.func("int inotify_add_watch(int fd, const char *path, uint32_t mask)");
  const addBytes = program.func("inotify_add_watch", "int", ["int", "const uint8_t *", "uint32_t"]);
  const epollWait = program.func("int epoll_wait(int epfd, void *events, int most, int timeout)");
  return {
    inotifyInit: program.func("int inotify_init1(int flags)"),
    inotifyAddWatch: (fd, path, mask) =>
      typeof path === "string" ? addText(fd, path, mask) : addBytes(fd, path, mask),
    inotifyRemoveWatch: program.func("int inotify_rm_watch(int fd, int watch)"),
    eventfd: program.func("int eventfd(unsigned int initial, int flags)"),
    epollCreate: program.func("int epoll_create1(int flags)"),
    epollControl: program.func("int epoll_ctl(int epfd, int operation, int fd, void *event)"),
    epollWait: (epoll, events, { most, timeoutMs }, done) =>
      epollWait.async(epoll, events, most, timeoutMs, done),
    read: program.func("long read(int fd, void *buffer, unsigned long length)"),
    close: program.func("int close(int fd)"),
    lastError: () => getSystemErrorName(-koffi.errno()),
  };
}
