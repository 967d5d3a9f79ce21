import { lstatSync, type Stats } from "node:fs";
import {
  type AbsPath,
  baseName,
  childPath,
  decodePath,
  joinPath,
  type RelPath,
} from "@unf/core/base";
import type { Hint, RootWatch, WatchScope } from "@unf/core/ports";
import { failureCode, isGone } from "../base/failure.ts";
import { HintOutbox } from "../base/hint-outbox.ts";
import { systemPath } from "../base/system-path.ts";
import { type DirectoryNode, pathOf } from "../tree/directory-node.ts";
import { DirectoryTree } from "../tree/directory-tree.ts";
import { type WatchedDirectory, watchDirectory } from "./watched-directory.ts";

export interface DirectoryRootOptions {
  readonly root: AbsPath;
  readonly scope: WatchScope;
  readonly deliver: (hints: readonly Hint[]) => void;
  /** Called for every callback of `fs.watch`, before anything else. */
  readonly onCallback: () => void;
  readonly onEnd: () => void;
}

type Node = DirectoryNode<WatchedDirectory>;

/**
 * The watch on one root with one `fs.watch` a directory. Callbacks only take note; what they mean is
 * looked up once a turn, because Node tells neither what happened nor to what kind of entry.
 */
export class DirectoryRoot implements RootWatch {
  readonly #options: DirectoryRootOptions;
  readonly #outbox: HintOutbox;
  readonly #tree: DirectoryTree<WatchedDirectory>;
  /** Names seen since the last look; true when one of the events was a `rename`. */
  #seen = new Map<Node, Map<string, boolean>>();
  #isEnded = false;

  constructor(options: DirectoryRootOptions) {
    this.#options = options;
    this.#outbox = new HintOutbox(options.deliver);
    this.#tree = new DirectoryTree({
      root: options.root,
      scope: options.scope,
      watching: {
        open: (path, node) => watchDirectory(path, node.handle, this.#listenTo(node)),
        close: ({ watcher }) => watcher.close(),
      },
      report: (hint) => {
        if (hint.kind === "root_lost") this.#end(hint);
        else this.#outbox.add(hint);
      },
    });
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

  /** libuv gives no order between its events and anything we could cause ourselves. */
  async barrier(): Promise<"unsupported"> {
    return "unsupported";
  }

  suspectOverflow(): void {
    this.#outbox.add({ kind: "overflow", proven: false });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#outbox.close();
    this.#close();
  }

  #listenTo(node: Node): Parameters<typeof watchDirectory>[2] {
    return {
      onEvent: (isRename, name) => this.#note(node, isRename, name),
      onError: (thrown) => this.#tree.fail(node, failureCode(thrown)),
    };
  }

  #note(node: Node, isRename: boolean, bytes: Uint8Array | null): void {
    this.#options.onCallback();
    if (bytes === null) {
      this.suspectOverflow();
      return;
    }
    if (this.#seen.size === 0) setImmediate(this.#look);
    const names = this.#seen.get(node) ?? new Map<string, boolean>();
    this.#seen.set(node, names);
    const name = decodePath(bytes);
    names.set(name, isRename || names.get(name) === true);
  }

  readonly #look = (): void => {
    const seen = this.#seen;
    this.#seen = new Map();
    for (const [node, names] of seen) {
      for (const [name, isRename] of names) {
        // A directory's own event tells of the entries that moved or vanished with it.
        if (node.handle === undefined) break;
        this.#lookAt(node, name, isRename);
      }
    }
  };

  #lookAt(node: Node, name: string, isRename: boolean): void {
    if (isRename && name === this.#nameOf(node) && this.#isLost(node)) return;
    const path = childPath(pathOf(node), name);
    const child = node.children?.get(name);
    const mayBeDirectory = isRename || child !== undefined || this.#tree.isBlocked(node);
    // A `change` of a file needs no look: whoever reads the file looks.
    const stat = mayBeDirectory ? this.#stat(path) : "unknown";
    if (stat === "unknown") {
      this.#outbox.add({ kind: "touched", path, closed: false });
    } else if (stat?.isDirectory()) {
      const isCovered = this.#tree.appeared(node, name);
      if (child !== undefined) this.#tree.retry(child);
      // It may have taken the name of a file whose own end we did not see.
      if (!isCovered && isRename) this.#outbox.add({ kind: "gone", path });
    } else {
      this.#tree.disappeared(node, name);
      const closed = isRename && stat !== undefined && isComplete(stat);
      this.#outbox.add(
        stat === undefined ? { kind: "gone", path } : { kind: "touched", path, closed },
      );
    }
  }

  /** The entry at the path; `undefined` when there is none, `unknown` when it cannot be asked. */
  #stat(path: RelPath): Stats | "unknown" | undefined {
    try {
      return lstatSync(systemPath(joinPath(this.#options.root, path)), { throwIfNoEntry: false });
    } catch (thrown) {
      return isGone(failureCode(thrown)) ? undefined : "unknown";
    }
  }

  #nameOf(node: Node): string {
    return node.parent === undefined ? baseName(this.#options.root) : node.name;
  }

  /**
   * Looks whether a directory is still the one that is watched, because an event with a directory's
   * own name may be about itself. If it is not, that is reported, and true.
   */
  #isLost(node: Node): boolean {
    if (node.parent !== undefined) {
      // An unmounted directory gives its parent no event.
      this.#tree.appeared(node.parent, node.name);
      return node.handle === undefined;
    }
    const stat = this.#stat("" as RelPath);
    if (stat === "unknown") return false;
    const held = node.handle;
    if (stat?.isDirectory() && stat.ino === held?.inode && stat.dev === held.device) return false;
    this.#end({ kind: "root_lost", why: stat?.isDirectory() ? "replaced" : "deleted" });
    return true;
  }

  #end(last: Hint): void {
    this.#outbox.add(last);
    this.#outbox.end();
    this.#close();
  }

  #close(): void {
    this.#isEnded = true;
    this.#tree.drop(this.#tree.root);
    this.#seen.clear();
    this.#options.onEnd();
  }
}

/**
 * True when the file was moved here as it is: a write sets both times at once, a rename only the
 * time of change. A link is complete from the start.
 */
function isComplete(stat: Stats): boolean {
  return stat.isSymbolicLink() || (stat.size > 0 && stat.ctimeMs > stat.mtimeMs);
}
