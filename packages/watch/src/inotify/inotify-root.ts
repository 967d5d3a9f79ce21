import { type AbsPath, childPath, type RelPath } from "@unf/core/base";
import type { Hint, RootWatch, WatchScope } from "@unf/core/ports";
import { HintOutbox } from "../base/hint-outbox.ts";
import { type DirectoryNode, pathOf } from "../tree/directory-node.ts";
import { DirectoryTree } from "../tree/directory-tree.ts";
import { InotifyInstance } from "./inotify-instance.ts";
import * as kernel from "./kernel-constants.ts";
import type { Libc } from "./libc.ts";
import type { Readiness } from "./readiness.ts";

export interface InotifyRootOptions {
  readonly libc: Libc;
  readonly readiness: Readiness;
  readonly root: AbsPath;
  readonly scope: WatchScope;
  readonly deliver: (hints: readonly Hint[]) => void;
}

type Node = DirectoryNode<number>;

const rootEnds =
  kernel.IN_DELETE_SELF | kernel.IN_MOVE_SELF | kernel.IN_UNMOUNT | kernel.IN_IGNORED;
const entryLeft = kernel.IN_DELETE | kernel.IN_MOVED_FROM;
const entryCame = kernel.IN_CREATE | kernel.IN_MOVED_TO | kernel.IN_ATTRIB;
/** Nobody is still writing: the moment to read the file. */
const complete = kernel.IN_CLOSE_WRITE | kernel.IN_MOVED_TO;

/** The watch on one root: turns the kernel's events into hints and keeps the tree as the disk is. */
export class InotifyRoot implements RootWatch {
  readonly #outbox: HintOutbox;
  readonly #instance: InotifyInstance;
  readonly #tree: DirectoryTree<number>;
  #isEnded = false;

  constructor({ libc, readiness, root, scope, deliver }: InotifyRootOptions) {
    this.#outbox = new HintOutbox(deliver);
    this.#instance = new InotifyInstance({
      libc,
      readiness,
      owner: {
        onEvent: (node, mask, name) => this.#onEvent(node, mask, name),
        onOverflow: (proven) => this.#outbox.add({ kind: "overflow", proven }),
        onDead: (cause) => this.#end({ kind: "dead", cause }),
        pathTo: (node) => this.#tree.pathTo(node),
        onDisplaced: (node) => this.#tree.drop(node),
      },
    });
    const report = (hint: Hint): void => {
      if (hint.kind === "root_lost") this.#end(hint);
      else this.#outbox.add(hint);
    };
    this.#tree = new DirectoryTree({ root, scope, watching: this.#instance, report });
  }

  get directories(): number {
    return this.#tree.directories;
  }

  /** Watches everything for the first time. */
  cover(): Promise<void> {
    return this.#tree.cover();
  }

  async rewatch(directory: RelPath): Promise<void> {
    if (!this.#isEnded) await this.#tree.rewatch(directory);
  }

  barrier(timeoutMs: number): Promise<"ok" | "timeout" | "unsupported"> {
    return new Promise((resolve) => {
      const done = (outcome: "reached" | "closed"): void => {
        clearTimeout(timer);
        if (outcome === "closed") resolve("unsupported");
        else void this.#tree.settled().then(() => this.#outbox.afterDelivery(() => resolve("ok")));
      };
      const timer = setTimeout(() => {
        this.#instance.cancelBarrier(done);
        resolve("timeout");
      }, timeoutMs);
      if (!this.#instance.barrier(done)) done("closed");
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#outbox.close();
    this.#isEnded = true;
    const closed = this.#instance.closeAll();
    this.#tree.drop(this.#tree.root);
    await closed;
  }

  #onEvent(node: Node, mask: number, name: string): void {
    if (node.parent === undefined && mask & rootEnds) {
      const why = mask & kernel.IN_MOVE_SELF ? "moved" : "deleted";
      this.#end({ kind: "root_lost", why: mask & kernel.IN_UNMOUNT ? "unmounted" : why });
    } else if (mask & kernel.IN_IGNORED) this.#watchEnded(node);
    else if (name !== "") this.#onEntry(node, mask, name);
    else if (mask & kernel.IN_ATTRIB) {
      this.#outbox.add({ kind: "mode", path: pathOf(node) });
      this.#tree.retry(node);
    }
  }

  #onEntry(node: Node, mask: number, name: string): void {
    const path = childPath(pathOf(node), name);
    if (mask & entryLeft) {
      if (mask & kernel.IN_ISDIR) this.#tree.disappeared(node, name);
      this.#outbox.add({ kind: "gone", path });
      // Exchanged in one step, a directory took the name before the event that the old one left it.
      if (node.children?.has(name)) this.#outbox.add({ kind: "directory", path });
      else if (mask & kernel.IN_MOVED_FROM && mask & kernel.IN_ISDIR) {
        this.#tree.appeared(node, name);
      }
    } else if ((mask & kernel.IN_ISDIR) === 0) {
      this.#outbox.add({ kind: "touched", path, closed: (mask & complete) !== 0 });
    } else if (mask & entryCame) {
      // A directory we could not watch gives no event of its own when that becomes possible.
      this.#tree.appeared(node, name);
    }
  }

  /** The kernel ended a watch: the directory was deleted, or its file system unmounted. */
  #watchEnded(node: Node): void {
    const { parent } = node;
    this.#tree.drop(node);
    // Entries under a mount point appear without any event.
    if (parent?.handle !== undefined) this.#tree.appeared(parent, node.name);
  }

  #end(last: Hint): void {
    this.#outbox.add(last);
    this.#outbox.end();
    this.#isEnded = true;
    void this.#instance.closeAll();
    this.#tree.drop(this.#tree.root);
  }
}
