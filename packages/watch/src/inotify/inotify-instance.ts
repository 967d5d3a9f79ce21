import { lstatSync } from "node:fs";
import { type AbsPath, encodePath } from "@unf/core/base";
import { systemPath } from "../base/system-path.ts";
import type { DirectoryNode } from "../tree/directory-node.ts";
import type { DirectoryWatching } from "../tree/directory-tree.ts";
import * as kernel from "./kernel-constants.ts";
import type { Libc } from "./libc.ts";
import { parseEvents } from "./parse-events.ts";
import type { Reader, Readiness } from "./readiness.ts";
import { RetiredWatches } from "./retired-watches.ts";

type Node = DirectoryNode<number>;

/** The owner's handlers of everything that comes out of an instance. */
export interface InstanceOwner {
  /** An event of a watched directory. `IN_IGNORED`: the kernel has ended the watch by itself. */
  onEvent(node: Node, mask: number, name: string): void;
  onOverflow(proven: boolean): void;
  onDead(cause: unknown): void;
  /** Where the node's directory should be. */
  pathTo(node: Node): AbsPath;
  /** The node's directory was found elsewhere: it must be dropped, with all below it. */
  onDisplaced(node: Node): void;
}

/** So many buffers are read at once before other work gets its turn; more than the queue holds. */
const mostReads = 16;
/** So many failed reads in a row mean that the descriptor is unusable. */
const mostFailures = 10;

/** One inotify instance: its descriptor, which directory each watch stands for, and its barriers. */
export class InotifyInstance implements DirectoryWatching<number>, Reader {
  readonly #libc: Libc;
  readonly #readiness: Readiness;
  readonly #owner: InstanceOwner;
  readonly #nodes = new Map<number, Node>();
  readonly #retired = new RetiredWatches();
  readonly #barriers = new Map<number, (outcome: "reached" | "closed") => void>();
  #failures = 0;
  #fd = -1;
  #isClosed = false;

  constructor(parts: { libc: Libc; readiness: Readiness; owner: InstanceOwner }) {
    this.#libc = parts.libc;
    this.#readiness = parts.readiness;
    this.#owner = parts.owner;
  }

  open(path: AbsPath, node: Node): number | string {
    const code = this.#openDescriptor();
    if (code !== undefined) return code;
    const watch = this.#add(path);
    if (typeof watch === "string") return watch;
    const other = this.#nodes.get(watch);
    if (other === undefined || other === node) {
      this.#nodes.set(watch, node);
      return watch;
    }
    // One directory at two paths at once: a bind mount. The kernel has one watch for both.
    if (isSameDirectory(this.#owner.pathTo(other), path)) return "ELOOP";
    // It moved, and the events that say so are still unread. Scopes go by path, so walk it anew.
    this.#owner.onDisplaced(other);
    if (node.parent !== undefined && node.parent.handle === undefined) return "ENOENT";
    return this.open(path, node);
  }

  close(watch: number): void {
    if (!this.#nodes.delete(watch)) return;
    this.#libc.inotifyRemoveWatch(this.#fd, watch);
    this.#retired.add(watch);
  }

  /**
   * Calls back when every event that is in the queue now has been handed to the owner, or the
   * instance is closed. False when there is no way to know.
   *
   * A watch that is set and removed at once leaves one `IN_IGNORED` at the end of the queue. It
   * needs no file of ours, hence no disk that can be full; only directories are watched otherwise,
   * so it cannot meet another watch.
   */
  barrier(done: (outcome: "reached" | "closed") => void): boolean {
    if (this.#fd === -1) return false;
    const watch = this.#libc.inotifyAddWatch(this.#fd, "/dev/null", kernel.IN_DELETE_SELF);
    if (watch === -1) return false;
    this.#barriers.set(watch, done);
    this.#libc.inotifyRemoveWatch(this.#fd, watch);
    return true;
  }

  cancelBarrier(done: (outcome: "reached" | "closed") => void): void {
    for (const [watch, waiting] of this.#barriers) {
      if (waiting === done) this.#barriers.delete(watch);
    }
  }

  /** Ends the instance and all its watches. Nothing is handed to the owner any more. */
  async closeAll(): Promise<void> {
    this.#isClosed = true;
    this.#nodes.clear();
    for (const done of this.#barriers.values()) done("closed");
    this.#barriers.clear();
    if (this.#fd === -1) return;
    const fd = this.#fd;
    this.#fd = -1;
    const removed = this.#readiness.remove(fd);
    this.#libc.close(fd);
    await removed;
  }

  readable(): number {
    const { buffer } = this.#readiness;
    let total = 0;
    for (let reads = 0; reads < mostReads && this.#fd !== -1; reads += 1) {
      const length = this.#libc.read(this.#fd, buffer, buffer.length);
      if (length <= 0) {
        this.#readFailed(length === 0 ? "EOF" : this.#libc.lastError());
        break;
      }
      total += length;
      this.#failures = 0;
      parseEvents(buffer, length, this.#onEvent);
      // Half a buffer left means that the queue was empty; if not, we are called again.
      if (length < buffer.length / 2) break;
    }
    return total;
  }

  failed(cause: unknown): void {
    this.#owner.onDead(cause);
  }

  #readFailed(code: string): void {
    if (code === "EAGAIN" || code === "EINTR") return;
    // Between the call and the question for its error, Node's own calls may have left another one.
    this.#failures += 1;
    if (this.#failures < mostFailures) return;
    this.#owner.onDead(new Error(`reading an inotify descriptor failed: ${code}`));
  }

  readonly #onEvent = (watch: number, mask: number, name: string): void => {
    if (this.#isClosed) return;
    const node = this.#nodes.get(watch);
    if (mask & kernel.IN_Q_OVERFLOW) this.#overflowed();
    else if (node === undefined) this.#strayEvent(watch, mask);
    else {
      if (mask & kernel.IN_IGNORED) {
        this.#nodes.delete(watch);
        this.#retired.end(watch);
      }
      this.#owner.onEvent(node, mask, name);
    }
  };

  #overflowed(): void {
    this.#retired.endAll();
    this.#owner.onOverflow(true);
  }

  #strayEvent(watch: number, mask: number): void {
    if (mask & kernel.IN_IGNORED) {
      this.#retired.end(watch);
      this.#barriers.get(watch)?.("reached");
      this.#barriers.delete(watch);
    } else if (!this.#retired.has(watch)) {
      // Our own bookkeeping is wrong, so whatever this event was about went unnoticed.
      this.#owner.onOverflow(false);
    }
  }

  #openDescriptor(): string | undefined {
    if (this.#isClosed) return "EBADF";
    if (this.#fd !== -1) return undefined;
    const fd = this.#libc.inotifyInit(kernel.NONBLOCK | kernel.CLOEXEC);
    if (fd === -1) return this.#libc.lastError();
    const code = this.#readiness.add(fd, this);
    if (code === undefined) this.#fd = fd;
    else this.#libc.close(fd);
    return code;
  }

  #add(path: AbsPath): number | string {
    const at = path.isWellFormed() ? path : Buffer.concat([encodePath(path), nul]);
    const watch = this.#libc.inotifyAddWatch(this.#fd, at, kernel.directoryMask);
    return watch === -1 ? this.#libc.lastError() : watch;
  }
}

const nul = Buffer.alloc(1);

function isSameDirectory(one: AbsPath, other: AbsPath): boolean {
  const [a, b] = [one, other].map((path) => {
    try {
      return lstatSync(systemPath(path), { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  });
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
