import { lstatSync, type Stats } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { AsyncSubscription, Event } from "@parcel/watcher";
import {
  type AbsPath,
  joinPath,
  parentPath,
  type RelPath,
  systemCode,
  UnfError,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Hint, RootWatch, WatchScope } from "@unf/core/ports";
import { failureCode, isGone } from "../base/failure.ts";
import { HintOutbox } from "../base/hint-outbox.ts";
import { RootProbe } from "../base/root-probe.ts";
import { systemPath } from "../base/system-path.ts";
import { takeCensus } from "../tree/census.ts";
import { Echo } from "./echo.ts";

export interface ParcelRootOptions {
  readonly root: AbsPath;
  readonly scope: WatchScope;
  readonly deliver: (hints: readonly Hint[]) => void;
  readonly source: "inotify" | "fs-events" | "windows";
}

const wholeRoot = "" as RelPath;

/** So many events in one batch: what it threw together may have been more. */
const suspiciousBatch = 1000;

/**
 * On Linux one thread serves the whole process, ends at its first error, even an interrupted call,
 * and is never started again: later subscriptions then succeed, tell nothing and cannot be ended.
 */
let isThreadDead = false;

/** The watch on one root through @parcel/watcher. Each new directory is walked by the consumer, twice. */
export class ParcelRoot implements RootWatch {
  readonly sweepEveryMs = limits.watch.parcelSweepMs;
  readonly #options: ParcelRootOptions;
  readonly #outbox: HintOutbox;
  readonly #echo: Echo;
  #probe: RootProbe | undefined;
  #subscription: AsyncSubscription | undefined;
  #directories = 0;
  #attempts = 0;
  #refused: ReadonlyMap<RelPath, string> = new Map();
  #isEnded = false;
  #last: Promise<void> = Promise.resolve();

  constructor(options: ParcelRootOptions) {
    this.#options = options;
    this.#outbox = new HintOutbox(options.deliver);
    this.#echo = new Echo((hint) => this.#outbox.add(hint));
  }

  get directories(): number {
    return this.#isEnded || this.#subscription === undefined ? 0 : this.#directories;
  }

  /** Watches everything for the first time. Throws `not_found` when the root is not a directory. */
  async cover(): Promise<void> {
    const { root, scope } = this.#options;
    const census = await takeCensus(root, scope);
    this.#directories = census.directories;
    this.#refused = census.refused;
    for (const [path, code] of census.refused) this.#outbox.add({ kind: "unwatched", path, code });
    this.#probe = new RootProbe(root, limits.sweep.rootCheckMs, (hint) => this.#end(hint));
    const left = census.uncovered.slice(0, limits.watch.parcelIgnoresMax);
    try {
      await this.#subscribe(left.filter((path) => path.isWellFormed()));
    } catch (thrown) {
      // The native code says what is wrong in English only.
      const code = systemCode(thrown) ?? "EIO";
      this.#outbox.add({ kind: "unwatched", path: wholeRoot, code });
    }
  }

  /** Begins anew as a whole, whatever the directory: that alone watches what was missed before. */
  async rewatch(): Promise<void> {
    this.#last = this.#last.then(() => this.#beginAnew());
    await this.#last;
  }

  async barrier(): Promise<"unsupported"> {
    return "unsupported";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true;
    this.#outbox.close();
    await this.#close();
  }

  async #beginAnew(): Promise<void> {
    if (this.#isEnded) return;
    await this.#close();
    try {
      await this.cover();
    } catch (thrown) {
      if (!(thrown instanceof UnfError && thrown.code === "not_found")) throw thrown;
      this.#end({ kind: "root_lost", why: "deleted" });
    }
    this.#outbox.add({ kind: "directory", path: wholeRoot });
    if (this.#isEnded) await this.#close();
  }

  async #subscribe(ignored: readonly RelPath[]): Promise<void> {
    const { root, source } = this.#options;
    if (isThreadDead) throw new Error("the watcher's thread has ended");
    const { subscribe } = await import("@parcel/watcher");
    const timer = new AbortController();
    this.#attempts += 1;
    // It shares subscriptions of equal options, one that failed before included; a path outside of
    // the root makes them differ and leaves out nothing.
    const nowhere = `${root}.${this.#attempts}`;
    const subscribed = subscribe(root, this.#onEvents, {
      backend: source,
      ignore: [nowhere, ...ignored.map((path) => joinPath(root, path))],
    });
    const late = pause(limits.watch.subscribeMsMax, "late" as const, timer);
    const first = await Promise.race([subscribed, late]).finally(() => timer.abort());
    if (first === "late") {
      // If it ever comes, it is one too many.
      subscribed.then(end, () => undefined);
      throw Object.assign(new Error("subscribing took too long"), { code: "ETIMEDOUT" });
    }
    if (this.#isEnded) await end(first);
    else this.#subscription = first;
  }

  readonly #onEvents = (error: Error | null, events: readonly Event[]): void => {
    if (this.#isEnded) return;
    if (error !== null) this.#failed(error);
    for (const event of events ?? []) this.#onEvent(event);
    if ((events ?? []).length >= suspiciousBatch)
      this.#echo.add({ kind: "directory", path: wholeRoot });
  };

  /** On macOS an error means that events were dropped; elsewhere that the subscription is over. */
  #failed(cause: Error): void {
    if (this.#options.source === "fs-events") {
      this.#outbox.add({ kind: "overflow", proven: true });
      return;
    }
    if (this.#options.source === "inotify") isThreadDead = true;
    this.#end({ kind: "dead", cause });
  }

  #onEvent({ path: absolute, type }: Event): void {
    const { root, scope } = this.#options;
    if (absolute === root) {
      this.#probe?.look();
      return;
    }
    const slashed = process.platform === "win32" ? absolute.replaceAll("\\", "/") : absolute;
    const path = slashed.slice(root.length + 1) as RelPath;
    const doubtful = path.split("/").findIndex((name) => name.includes("\ufffd"));
    // Its strings cannot carry a name that is not UTF-8: such a name is found by walking its parent.
    if (doubtful !== -1) this.#doubt(path.split("/").slice(0, doubtful).join("/") as RelPath);
    if (!this.#isCovered(parentPath(path))) return;
    if (type === "delete") {
      this.#outbox.add({ kind: "gone", path });
      return;
    }
    const stat = this.#stat(path);
    if (stat === undefined) this.#outbox.add({ kind: "gone", path });
    else if (!stat.isDirectory()) this.#outbox.add({ kind: "touched", path, closed: false });
    // A directory that is not covered may have taken a file's name.
    else if (!scope.covers(path)) this.#outbox.add({ kind: "gone", path });
    else if (this.#refused.has(path)) void this.rewatch();
    else this.#echo.add({ kind: "directory", path });
  }

  #doubt(directory: RelPath): void {
    if (this.#isCovered(directory)) this.#echo.add({ kind: "directory", path: directory });
  }

  #isCovered(directory: RelPath): boolean {
    for (let at = directory; at !== wholeRoot; at = parentPath(at)) {
      if (!this.#options.scope.covers(at)) return false;
    }
    return true;
  }

  #stat(path: RelPath): Stats | undefined {
    try {
      const at = systemPath(joinPath(this.#options.root, path));
      return lstatSync(at, { throwIfNoEntry: false });
    } catch (thrown) {
      const code = failureCode(thrown);
      if (!isGone(code)) this.#outbox.add({ kind: "touched", path, closed: false });
      return undefined;
    }
  }

  #end(last: Hint): void {
    if (this.#isEnded) return;
    this.#outbox.add(last);
    this.#outbox.end();
    this.#isEnded = true;
    void this.#close();
  }

  async #close(): Promise<void> {
    this.#echo[Symbol.dispose]();
    this.#probe?.[Symbol.dispose]();
    const subscription = this.#subscription;
    this.#subscription = undefined;
    if (subscription !== undefined) await end(subscription);
  }
}

async function end(subscription: AsyncSubscription): Promise<void> {
  // On Windows unsubscribing has crashed the process; the watch then ends with the process.
  if (process.platform === "win32" || isThreadDead) return;
  // It fails when a directory it watched is gone, and has ended the subscription all the same.
  await subscription.unsubscribe().catch(() => undefined);
}
