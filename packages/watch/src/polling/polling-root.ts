import type { Stats } from "node:fs";
import {
  type AbsPath,
  type Hint,
  joinPath,
  limits,
  type RelPath,
  type RootWatch,
  UnfError,
  type WatchScope,
} from "@unf/core";
import type { FSWatcher } from "chokidar";
import { type Census, isSpeakable, listNames, takeCensus } from "../census.ts";
import { Echo } from "../echo.ts";
import { isGone } from "../failure.ts";
import { HintOutbox } from "../hint-outbox.ts";
import { RootProbe } from "../root-probe.ts";
import { openChokidar } from "./open-chokidar.ts";
import { type PollingPlan, planPolling } from "./plan-polling.ts";

/** Unit: ms. */
export interface PollingTiming {
  readonly everyMs: number;
}

export interface PollingRootOptions {
  readonly root: AbsPath;
  readonly scope: WatchScope;
  readonly deliver: (hints: readonly Hint[]) => void;
  readonly timing: PollingTiming | undefined;
}

const wholeRoot = "" as RelPath;

/**
 * The watch on one root that is polled. A small tree is polled by chokidar, of which only the raw
 * differences of stats are believed; a large one by the sweeps that `sweepEveryMs` asks for.
 *
 * chokidar lists a directory before it polls it, and only when the time of modification grew. So
 * each changed directory is handed to the consumer as a whole, new entries are told of twice, and
 * sweeps are asked for all the same.
 */
export class PollingRoot implements RootWatch {
  readonly #options: PollingRootOptions;
  readonly #outbox: HintOutbox;
  #census: Census | undefined;
  #plan: PollingPlan = { by: "sweeps", everyMs: limits.watch.pollMsMax };
  #chokidar: FSWatcher | undefined;
  #echo: Echo | undefined;
  #probe: RootProbe | undefined;
  #unspeakableTimer: NodeJS.Timeout | undefined;
  #added = 0;
  #isEnded = false;
  #isReady = false;
  #again: Promise<void> | undefined;

  constructor(options: PollingRootOptions) {
    this.#options = options;
    this.#outbox = new HintOutbox(options.deliver);
  }

  get directories(): number {
    if (this.#isEnded) return 0;
    if (this.#chokidar === undefined) return this.#census?.directories ?? 0;
    const { root } = this.#options;
    const polled = Object.keys(this.#chokidar.getWatched());
    return polled.filter((path) => path === root || path.startsWith(`${root}/`)).length;
  }

  get sweepEveryMs(): number {
    return this.#chokidar === undefined ? this.#plan.everyMs : limits.watch.pollSweepMs;
  }

  /** Polls everything for the first time. Throws `not_found` when the root is not a directory. */
  async cover(): Promise<void> {
    const { root, scope, timing } = this.#options;
    const census = await takeCensus(root, scope);
    this.#census = census;
    this.#added = 0;
    for (const [path, code] of census.refused) this.#outbox.add({ kind: "unwatched", path, code });
    const plan = planPolling(census.entries, isSpeakable(root));
    this.#plan = timing === undefined ? plan : { ...plan, ...timing };
    const { everyMs } = this.#plan;
    this.#probe = new RootProbe(root, everyMs, (hint) => this.#end(hint));
    this.#echo = new Echo((hint) => this.#outbox.add(hint), everyMs * 2);
    this.#unspeakableTimer = setInterval(this.#tellUnspeakable, everyMs).unref();
    if (this.#plan.by === "chokidar") await this.#openChokidar();
  }

  /** Begins anew as a whole, whatever the directory: chokidar cannot be told otherwise. */
  async rewatch(): Promise<void> {
    if (this.#isEnded) return;
    this.#again ??= this.#beginAnew().finally(() => {
      this.#again = undefined;
    });
    await this.#again;
  }

  /** Nothing tells when a poll that has begun is over. */
  async barrier(): Promise<"unsupported"> {
    return "unsupported";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true;
    this.#outbox.close();
    await this.#close();
  }

  async #beginAnew(): Promise<void> {
    await this.#close();
    try {
      await this.cover();
    } catch (thrown) {
      if (!(thrown instanceof UnfError && thrown.code === "not_found")) throw thrown;
      this.#end({ kind: "root_lost", why: "deleted" });
    }
    // Whatever happened in between was seen by nobody.
    this.#outbox.add({ kind: "directory", path: wholeRoot });
    if (this.#isEnded) await this.#close();
  }

  async #openChokidar(): Promise<void> {
    const { root, scope } = this.#options;
    this.#isReady = false;
    try {
      const watcher = await openChokidar({
        root,
        intervalMs: this.#plan.everyMs,
        isIgnored: (directory) => !scope.covers(this.#below(directory)),
        listen: (opened) => this.#listen(opened),
      });
      this.#isReady = true;
      if (this.#isEnded) await watcher.close();
      else this.#chokidar = watcher;
    } catch {
      // Whatever it is that it cannot do here (it may not be installed), sweeps do as often.
    }
  }

  #listen(watcher: FSWatcher): void {
    watcher.on("raw", (_event, path, details) => {
      // Later: chokidar still works on this very entry and fails when it is taken from under it.
      if (isDifference(details)) queueMicrotask(() => this.#differs(watcher, path, details));
    });
    watcher.on("all", (event, path) => {
      if (this.#isReady) this.#told(event, this.#below(path));
    });
    watcher.on("error", () => this.#outbox.add({ kind: "overflow", proven: false }));
  }

  /** The stat of something that is polled differs from the one before. */
  #differs(watcher: FSWatcher, path: string, { curr, prev }: Difference): void {
    const below = this.#below(path);
    if (this.#isEnded || watcher.closed) return;
    if (curr.ino === 0 && curr.nlink === 0) {
      if (below !== wholeRoot) this.#outbox.add({ kind: "gone", path: below });
      return;
    }
    const isOther = curr.isDirectory() !== prev.isDirectory();
    // chokidar lists again only for these: a directory put in its place looks the same to it.
    const isListed = curr.size !== prev.size || curr.mtimeMs > prev.mtimeMs || curr.mtimeMs === 0;
    if (isOther || (curr.isDirectory() && !isListed)) {
      watcher.unwatch(path);
      watcher.add(path);
    }
    if (curr.isDirectory()) this.#directoryDiffers(below);
    else {
      // Of what was below the directory.
      if (isOther) this.#outbox.add({ kind: "gone", path: below });
      this.#outbox.add({ kind: "touched", path: below, closed: false });
    }
  }

  #directoryDiffers(directory: RelPath): void {
    const wasRefused = this.#census?.refused.has(directory) === true;
    if (!this.#lookAtNames(directory)) return;
    if (wasRefused) void this.rewatch();
    else this.#echo?.add({ kind: "directory", path: directory });
  }

  #told(event: string, path: RelPath): void {
    if (this.#isEnded) return;
    if (event === "unlink" || event === "unlinkDir") this.#outbox.add({ kind: "gone", path });
    else if (event === "add" || event === "change") {
      this.#echo?.add({ kind: "touched", path, closed: false });
    } else if (event === "addDir" && this.#lookAtNames(path)) {
      this.#echo?.add({ kind: "directory", path });
    }
    if (event !== "add" && event !== "addDir") return;
    this.#added += 1;
    const entries = (this.#census?.entries ?? 0) + this.#added;
    if (entries > limits.watch.pollEntriesMax) void this.rewatch();
  }

  /** Notes what chokidar cannot say of a directory; false when it cannot be listed. */
  #lookAtNames(directory: RelPath): boolean {
    const census = this.#census;
    const names = listNames(joinPath(this.#options.root, directory));
    if (typeof names === "string") {
      census?.unspeakable.delete(directory);
      if (isGone(names)) return false;
      census?.refused.set(directory, names);
      this.#outbox.add({ kind: "unwatched", path: directory, code: names });
      return false;
    }
    if (names.every(isSpeakable)) census?.unspeakable.delete(directory);
    else census?.unspeakable.add(directory);
    return true;
  }

  readonly #tellUnspeakable = (): void => {
    if (this.#chokidar === undefined) return;
    for (const path of this.#census?.unspeakable ?? [])
      this.#outbox.add({ kind: "directory", path });
  };

  #below(path: string): RelPath {
    return path.slice(this.#options.root.length + 1) as RelPath;
  }

  #end(last: Hint): void {
    if (this.#isEnded) return;
    this.#outbox.add(last);
    this.#outbox.end();
    this.#isEnded = true;
    void this.#close();
  }

  async #close(): Promise<void> {
    this.#echo?.[Symbol.dispose]();
    this.#probe?.[Symbol.dispose]();
    clearInterval(this.#unspeakableTimer);
    const watcher = this.#chokidar;
    this.#chokidar = undefined;
    await watcher?.close();
  }
}

/** What the raw events of a poll carry. */
interface Difference {
  readonly curr: Stats;
  readonly prev: Stats;
}

function isDifference(details: unknown): details is Difference {
  return typeof details === "object" && details !== null && "curr" in details && "prev" in details;
}
