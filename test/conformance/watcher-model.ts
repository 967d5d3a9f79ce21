import { lstatSync, readdirSync } from "node:fs";
import {
  type AbsPath,
  childPath,
  decodePath,
  encodePath,
  isWithin,
  joinPath,
  parentPath,
  type RelPath,
} from "@unf/core/base";
import type { Hint, RootWatch, WatchScope } from "@unf/core/ports";
import { until } from "../kit/index.ts";

/** A path of the tree under test as `node:fs` takes it. */
export function onDisk(root: AbsPath, path: string): Buffer {
  return Buffer.from(encodePath(joinPath(root, path as RelPath)));
}

/**
 * The simplest consumer that can be right: it knows what it has looked at, and looks only where a
 * hint sends it. So it agrees with the disk only if the hints left nothing out.
 */
export class WatcherModel {
  readonly hints: Hint[] = [];
  readonly #root: AbsPath;
  readonly #scope: WatchScope;
  readonly #entries = new Map<string, string>();
  readonly #below = new Map<string, number>();
  #watch: RootWatch | undefined;
  #rewatching: Promise<void> = Promise.resolve();

  constructor(root: AbsPath, scope: WatchScope) {
    this.#root = root;
    this.#scope = scope;
  }

  readonly deliver = (hints: readonly Hint[]): void => {
    this.hints.push(...hints);
    for (const hint of hints) this.#apply(hint);
  };

  /** The sweep that follows the first `watch`. */
  start(watch: RootWatch): void {
    this.#watch = watch;
    this.#sweep("" as RelPath);
  }

  /** A sweep that was not asked for by a hint. */
  sweepAll(): void {
    this.#sweep("" as RelPath);
  }

  /** Waits until everything known is what a fresh walk of the disk finds. */
  async agrees(what: string): Promise<void> {
    await until(`${what}: the model agrees with the disk`, async () => {
      await this.#rewatching;
      const differences = this.differences();
      if (differences.length === 0) return true;
      const shown = differences.slice(0, 12).join("\n  ");
      throw new Error(`${differences.length} differences:\n  ${shown}`);
    });
  }

  /** One line for every path on which the model and the disk differ. */
  differences(): string[] {
    const disk = this.#walk("" as RelPath);
    const lines: string[] = [];
    for (const [path, state] of disk) {
      const known = this.#entries.get(path);
      if (known === undefined) lines.push(`missed ${JSON.stringify(path)}`);
      else if (known !== state) lines.push(`stale ${JSON.stringify(path)}: ${known} is ${state}`);
    }
    for (const path of this.#entries.keys()) {
      if (!disk.has(path)) lines.push(`ghost ${JSON.stringify(path)}`);
    }
    return lines;
  }

  /** Hints about a path or anything below it. */
  about(path: string): Hint[] {
    return this.hints.filter((hint) => "path" in hint && isWithin(path as RelPath, hint.path));
  }

  /** True when a hint of this kind has been delivered. */
  has(kind: Hint["kind"]): boolean {
    return this.hints.some((hint) => hint.kind === kind);
  }

  #apply(hint: Hint): void {
    if (hint.kind === "touched") this.#look(hint.path);
    if (hint.kind === "directory" || hint.kind === "unwatched") this.#sweep(hint.path);
    if (hint.kind === "gone") {
      this.#forget(hint.path);
      this.#look(hint.path);
    }
    if (hint.kind === "overflow") {
      this.#rewatching = this.#rewatching
        .then(() => this.#watch?.rewatch("" as RelPath))
        .then(() => this.#sweep("" as RelPath));
    }
  }

  #look(path: RelPath): void {
    const state = stateOf(this.#root, path);
    if (state === undefined) this.#forget(path);
    else if (state !== "directory") {
      this.#forget(path);
      this.#set(path, state);
    } else if (this.#scope.covers(path)) this.#set(path, state);
  }

  #sweep(path: RelPath): void {
    this.#forget(path);
    for (const [found, state] of this.#walk(path)) this.#set(found, state);
  }

  #set(path: string, state: string): void {
    if (!this.#entries.has(path)) this.#count(path, 1);
    this.#entries.set(path, state);
  }

  #delete(path: string): void {
    if (this.#entries.delete(path)) this.#count(path, -1);
  }

  /** Keeps the number of known entries below every directory: a burst would cost a square else. */
  #count(path: string, by: number): void {
    for (let at = path; at !== ""; ) {
      at = parentPath(at as RelPath);
      this.#below.set(at, (this.#below.get(at) ?? 0) + by);
    }
  }

  #forget(path: RelPath): void {
    this.#delete(path);
    if ((this.#below.get(path) ?? 0) === 0) return;
    for (const known of this.#entries.keys()) {
      if (isWithin(path, known as RelPath)) this.#delete(known);
    }
  }

  #walk(path: RelPath, found = new Map<string, string>()): Map<string, string> {
    const state = stateOf(this.#root, path);
    if (state === undefined) return found;
    if (state !== "directory") return found.set(path, state);
    if (path !== "" && !this.#scope.covers(path)) return found;
    if (path !== "") found.set(path, state);
    for (const name of namesIn(this.#root, path)) this.#walk(childPath(path, name), found);
    return found;
  }
}

/** The state that a capture would record, as one string; `undefined` when nothing is there. */
function stateOf(root: AbsPath, path: RelPath): string | undefined {
  // A late hint may lead through a name that has become a link: nothing of the tree is there.
  if (path !== "" && stateOf(root, parentPath(path)) !== "directory") return undefined;
  try {
    const stat = lstatSync(onDisk(root, path), { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (stat.isDirectory()) return "directory";
    // Not ctime: a new hard link changes it for the other names, of which no event tells.
    return [stat.ino, stat.size, stat.mtimeNs, stat.mode].join(" ");
  } catch (thrown) {
    // ELOOP: what was a directory a moment ago is a link to itself by now.
    return codes(thrown, "ENOTDIR", "EACCES", "ENAMETOOLONG", "ELOOP");
  }
}

function namesIn(root: AbsPath, path: RelPath): string[] {
  try {
    return readdirSync(onDisk(root, path), { encoding: "buffer" }).map(decodePath);
  } catch (thrown) {
    codes(thrown, "ENOENT", "ENOTDIR", "EACCES", "ELOOP");
    return [];
  }
}

/** `undefined` for a failure with one of these codes; throws every other. */
function codes(thrown: unknown, ...expected: string[]): undefined {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (!expected.some((each) => each === code)) throw thrown;
  return undefined;
}
