// Values of <sys/inotify.h>, <sys/epoll.h> and <sys/eventfd.h>; the same on every architecture.

const IN_MODIFY = 0x2;
export const IN_ATTRIB = 0x4;
export const IN_CLOSE_WRITE = 0x8;
export const IN_MOVED_FROM = 0x40;
export const IN_MOVED_TO = 0x80;
export const IN_CREATE = 0x100;
export const IN_DELETE = 0x200;
export const IN_DELETE_SELF = 0x400;
export const IN_MOVE_SELF = 0x800;
export const IN_UNMOUNT = 0x2000;
export const IN_Q_OVERFLOW = 0x4000;
export const IN_IGNORED = 0x8000;
const IN_ONLYDIR = 0x1000000;
const IN_DONT_FOLLOW = 0x2000000;
const IN_EXCL_UNLINK = 0x4000000;
export const IN_ISDIR = 0x40000000;

/**
 * Events that a directory is watched for. Neither `IN_OPEN` nor `IN_ACCESS`: our own sweeps and captures
 * would wake us, and everyone's reading would fill the queue.
 */
export const directoryMask =
  IN_MODIFY |
  IN_ATTRIB |
  IN_CLOSE_WRITE |
  IN_MOVED_FROM |
  IN_MOVED_TO |
  IN_CREATE |
  IN_DELETE |
  IN_DELETE_SELF |
  IN_MOVE_SELF |
  IN_ONLYDIR |
  IN_DONT_FOLLOW |
  IN_EXCL_UNLINK;

/** `IN_CLOEXEC`, `EPOLL_CLOEXEC` and `EFD_CLOEXEC` are all `O_CLOEXEC`. */
export const CLOEXEC = 0o2000000;
/** `IN_NONBLOCK` and `EFD_NONBLOCK` are both `O_NONBLOCK`. */
export const NONBLOCK = 0o4000;
export const EPOLLIN = 0x1;
export const EPOLL_CTL_ADD = 1;
export const EPOLL_CTL_DEL = 2;
