import { type AbsPath, childPath, joinPath, type RelPath, UnfError } from "@unf/core/base";
import type { Hint, WatchScope } from "@unf/core/ports";
import { isGone } from "../base/failure.ts";
import { type DirectoryNode, findNode, pathOf } from "./directory-node.ts";
import { listDirectories } from "./list-directories.ts";
import { runBriefly, runSliced } from "./run-sliced.ts";

/** How a backend watches single directories. A handle is never a string. */
export interface DirectoryWatching<Handle extends number | object> {
  /**
   * Watches the directory at `path` for `node`. Gives `node.handle` when that already watches this
   * very directory, another handle when it does not, and the system's code when it cannot be watched.
   */
  open(path: AbsPath, node: DirectoryNode<Handle>): Handle | string;
  close(handle: Handle): void;
}

export interface DirectoryTreeOptions<Handle extends number | object> {
  readonly root: AbsPath;
  readonly scope: WatchScope;
  readonly watching: DirectoryWatching<Handle>;
  readonly report: (hint: Hint) => void;
}

/**
 * The covered directories of one root. Keeps the rule that each of them is either watched, and
 * listed after its watch was set, or reported as `unwatched`. An unwatched directory is not entered:
 * its report stands for everything below it.
 */
export class DirectoryTree<Handle extends number | object> {
  readonly root: DirectoryNode<Handle> = {
    parent: undefined,
    name: "",
    handle: undefined,
    children: undefined,
  };
  readonly #options: DirectoryTreeOptions<Handle>;
  /** Nodes that could not be listed, or with a child that could not be watched. */
  readonly #blocked = new Set<DirectoryNode<Handle>>();
  /** Walks that events have caused and that are not at their end. */
  readonly #walks = new Set<Promise<void>>();
  #directories = 0;

  constructor(options: DirectoryTreeOptions<Handle>) {
    this.#options = options;
  }

  /** Directories watched right now. */
  get directories(): number {
    return this.#directories;
  }

  /**
   * Watches everything for the first time; reports only what could not be watched. Throws `not_found`
   * when the root is not a directory.
   */
  async cover(): Promise<void> {
    const opened = this.#open(this.root);
    if (opened === "fresh") await runSliced(this.#walk(this.root, false));
    else if (isGone(opened)) {
      throw new UnfError("not_found", `cannot watch ${this.#options.root}: no such directory`);
    } else this.#refuse(this.root, this.root, opened);
  }

  /**
   * Watches again what should be watched at and below `directory`: new and replaced directories are
   * entered and reported, lost ones dropped.
   */
  async rewatch(directory: RelPath): Promise<void> {
    const { node, missing } = findNode(this.root, directory);
    if (missing !== undefined) {
      const fresh = this.#visitIfCovered(node, missing);
      if (fresh?.isFresh) await runSliced(this.#enter(fresh.node));
      return;
    }
    const visit =
      node.parent === undefined ? this.#visitRoot() : this.#visit(node.parent, node.name);
    if (visit !== undefined) {
      await runSliced(visit.isFresh ? this.#enter(visit.node) : this.#walk(visit.node, true));
    }
  }

  /** A directory of this name appeared, or something about it changed. False if it is not covered. */
  appeared(parent: DirectoryNode<Handle>, name: string): boolean {
    if (!this.#covers(parent, name)) {
      this.disappeared(parent, name);
      return false;
    }
    const visit = this.#visit(parent, name);
    if (visit?.isFresh) this.#begin(this.#enter(visit.node));
    return true;
  }

  /** There is no directory of this name any more. */
  disappeared(parent: DirectoryNode<Handle>, name: string): void {
    const node = parent.children?.get(name);
    if (node !== undefined) this.drop(node);
  }

  /** True when something directly in this directory, or the directory itself, is not watched. */
  isBlocked(node: DirectoryNode<Handle>): boolean {
    return this.#blocked.has(node);
  }

  /** Tries again what could not be watched. Does nothing when the node is not blocked. */
  retry(node: DirectoryNode<Handle>): void {
    if (node.handle === undefined || !this.#blocked.delete(node)) return;
    this.#begin(this.#retrying(node));
  }

  /** Resolves when the walks that events have caused so far are at their end. */
  async settled(): Promise<void> {
    await Promise.all(this.#walks);
  }

  /** The watch of a directory failed; drops the node and reports it. */
  fail(node: DirectoryNode<Handle>, code: string): void {
    if (node.handle === undefined) return;
    this.drop(node);
    this.#refuse(node.parent ?? node, node, code);
  }

  /** Stops watching a directory and everything below it. */
  drop(node: DirectoryNode<Handle>): void {
    node.parent?.children?.delete(node.name);
    const dropped = [node];
    for (let next = dropped.pop(); next !== undefined; next = dropped.pop()) {
      if (next.children !== undefined) dropped.push(...next.children.values());
      next.children = undefined;
      this.#blocked.delete(next);
      this.#setHandle(next, undefined);
    }
  }

  /** The absolute path of a node, as it is now. */
  pathTo(node: DirectoryNode<Handle>): AbsPath {
    return joinPath(this.#options.root, pathOf(node));
  }

  /** Lists a watched directory and watches what is in it, all the way down. */
  *#walk(start: DirectoryNode<Handle>, isAgain: boolean): Generator<void> {
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const { node: child, isFresh } of yield* this.#visitChildren(node, isAgain)) {
        // Walked for the first time, everything found is covered by the caller's own report.
        if (!isAgain || !isFresh) open.push(child);
        else yield* this.#enter(child);
      }
      yield;
    }
  }

  /** Walks a directory that has just been watched, then reports it. */
  *#enter(node: DirectoryNode<Handle>): Generator<void> {
    yield* this.#walk(node, false);
    // Only now: a sweep that came before the watches below were set could miss what happens there.
    if (node.handle !== undefined) this.#options.report({ kind: "directory", path: pathOf(node) });
  }

  /** Watches what could not be watched in a directory, then reports the directory. */
  *#retrying(node: DirectoryNode<Handle>): Generator<void> {
    const fresh = yield* this.#visitChildren(node, false);
    if (fresh.length === 0 && this.#blocked.has(node)) return;
    for (const visit of fresh) yield* this.#walk(visit.node, false);
    if (node.handle !== undefined) this.#options.report({ kind: "directory", path: pathOf(node) });
  }

  /** A large tree that was moved here must not hold up everything else. */
  #begin(steps: Generator<void>): void {
    if (runBriefly(steps)) return;
    const walk = runSliced(steps).finally(() => this.#walks.delete(walk));
    this.#walks.add(walk);
  }

  /** Lists a directory and visits what it holds; gives the children that must be walked. */
  *#visitChildren(node: DirectoryNode<Handle>, isAgain: boolean): Generator<void, Visit<Handle>[]> {
    if (node.handle === undefined) return [];
    const listed = listDirectories(this.pathTo(node));
    if (typeof listed === "string") {
      // Vanished meanwhile: the event that says so is on its way.
      if (!isGone(listed)) this.#refuse(node, node, listed);
      return [];
    }
    // At once: what appears during a pause is not in the list, and told by its event.
    if (isAgain) this.#dropUnlisted(node, listed);
    const visits: Visit<Handle>[] = [];
    for (const name of listed) {
      yield;
      if (node.handle === undefined) return [];
      const visit = this.#visitIfCovered(node, name);
      if (visit !== undefined && (isAgain || visit.isFresh)) visits.push(visit);
    }
    return visits;
  }

  #dropUnlisted(node: DirectoryNode<Handle>, listed: ReadonlySet<string>): void {
    if (node.children === undefined) return;
    for (const [name, child] of node.children) if (!listed.has(name)) this.drop(child);
  }

  #covers(parent: DirectoryNode<Handle>, name: string): boolean {
    return this.#options.scope.covers(childPath(pathOf(parent), name));
  }

  #visitIfCovered(parent: DirectoryNode<Handle>, name: string): Visit<Handle> | undefined {
    if (this.#covers(parent, name)) return this.#visit(parent, name);
    this.disappeared(parent, name);
    return undefined;
  }

  #visit(parent: DirectoryNode<Handle>, name: string): Visit<Handle> | undefined {
    const known = parent.children?.get(name);
    const node = known ?? { parent, name, handle: undefined, children: undefined };
    const opened = this.#open(node);
    if (opened === "held" || opened === "fresh") {
      parent.children ??= new Map();
      parent.children.set(name, node);
      return { node, isFresh: opened === "fresh" };
    }
    if (known !== undefined) this.drop(known);
    if (!isGone(opened)) this.#refuse(parent, node, opened);
    return undefined;
  }

  #visitRoot(): Visit<Handle> | undefined {
    const wasWatched = this.root.handle !== undefined;
    const opened = this.#open(this.root);
    if (opened === "held" || (opened === "fresh" && !wasWatched)) {
      return { node: this.root, isFresh: opened === "fresh" };
    }
    if (opened === "fresh") this.#options.report({ kind: "root_lost", why: "replaced" });
    else if (isGone(opened)) this.#options.report({ kind: "root_lost", why: "deleted" });
    else this.#refuse(this.root, this.root, opened);
    return undefined;
  }

  /** Watches a node's place: `held`, `fresh`, or the system's code of the failure. */
  #open(node: DirectoryNode<Handle>): string {
    const opened = this.#options.watching.open(this.pathTo(node), node);
    if (typeof opened === "string") return opened;
    if (opened === node.handle) return "held";
    for (const child of node.children?.values() ?? []) this.drop(child);
    this.#setHandle(node, opened);
    return "fresh";
  }

  #setHandle(node: DirectoryNode<Handle>, handle: Handle | undefined): void {
    const old = node.handle;
    node.handle = handle;
    this.#directories += Number(handle !== undefined) - Number(old !== undefined);
    if (old !== undefined) this.#options.watching.close(old);
  }

  #refuse(blocked: DirectoryNode<Handle>, node: DirectoryNode<Handle>, code: string): void {
    this.#blocked.add(blocked);
    this.#options.report({ kind: "unwatched", path: pathOf(node), code });
  }
}

interface Visit<Handle> {
  readonly node: DirectoryNode<Handle>;
  /** It was not watched before, so nothing below it is. */
  readonly isFresh: boolean;
}
