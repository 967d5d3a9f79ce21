import { type AbsPath, type RelPath, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Hint, RootWatch, WatchScope } from "@unf/core/ports";
import type { FSWatcher } from "chokidar";
import { HintOutbox } from "../base/hint-outbox.ts";
import { RootProbe } from "../base/root-probe.ts";
import { takeCensus } from "../tree/census.ts";
import { compareStamps } from "./compare-stamps.ts";
import { openOwnEvents } from "./open-own-events.ts";
import { type PollingPlan, planPolling } from "./plan-polling.ts";
import { readStamps, type Stamps } from "./read-stamps.ts";

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
const nothing: Stamps = { entries: new Map(), directories: 0, refused: new Map() };

/**
 * The watch on one root that is polled. Of a small tree every stamp is read again and again and
 * compared with the one before; a large one is left to the sweeps that `sweepEveryMs` asks for. What
 * this machine itself changes in a small one is told at once, where the disk gives events.
 *
 * Hints of a pass are given when all of it was read: whatever is written after a consumer has
 * looked, the next pass finds another stamp. Where a file system counts time so coarsely that it
 * does not, the second hint of the next pass makes up for it.
 */
export class PollingRoot implements RootWatch {
  readonly #options: PollingRootOptions;
  readonly #outbox: HintOutbox;
  #plan: PollingPlan = { by: "sweeps", everyMs: limits.watch.pollMsMax };
  #stamps: Stamps = nothing;
  /** Hints of the pass before about new or changed entries. */
  #toldBefore: readonly Hint[] = [];
  #directories = 0;
  #probe: RootProbe | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ownEvents: Promise<FSWatcher | undefined> | undefined;
  #isEnded = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: PollingRootOptions) {
    this.#options = options;
    this.#outbox = new HintOutbox(options.deliver);
  }

  get directories(): number {
    return this.#isEnded ? 0 : this.#directories;
  }

  get sweepEveryMs(): number {
    return this.#plan.by === "sweeps" ? this.#plan.everyMs : limits.watch.pollSweepMs;
  }

  /** Reads everything for the first time. Throws `not_found` when the root is not a directory. */
  async cover(): Promise<void> {
    await this.#begin();
  }

  /** Looks at the whole root once more, whatever the directory; harmless, as every pass is. */
  async rewatch(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#lookAgain());
    await this.#turn;
  }

  /** Nothing tells when a poll that has begun is over. */
  async barrier(): Promise<"unsupported"> {
    return "unsupported";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true;
    this.#outbox.close();
    this.#stop();
    await this.#stopListening();
  }

  async #begin(): Promise<void> {
    const { root, scope, timing } = this.#options;
    const census = await takeCensus(root, scope);
    this.#directories = census.directories;
    this.#plan = { ...planPolling(census.entries), ...timing };
    const { everyMs } = this.#plan;
    const read = this.#plan.by === "stats" ? await this.#read() : undefined;
    if (this.#isEnded) return;
    this.#probe ??= new RootProbe(root, everyMs, (hint) => this.#end(hint));
    if (read === undefined) this.#leaveToSweeps(census.refused);
    else {
      this.#stamps = read;
      this.#directories = read.directories;
      this.#tellRefused(read.refused);
      this.#listen();
      this.#schedule();
    }
  }

  /** While the passes compare stamps; nobody waits for it. */
  #listen(): void {
    const { root, scope } = this.#options;
    this.#ownEvents ??= openOwnEvents({
      root,
      covers: (directory) => scope.covers(directory),
      changed: (path) => {
        // Of what no pass has seen yet, none would tell that it went again.
        if (this.#isEnded || this.#stamps.entries.get(path)?.kind !== "other") return;
        this.#outbox.add({ kind: "touched", path, closed: false });
      },
    });
  }

  async #stopListening(): Promise<void> {
    const opening = this.#ownEvents;
    this.#ownEvents = undefined;
    await (await opening)?.close();
  }

  async #lookAgain(): Promise<void> {
    if (this.#isEnded) return;
    clearTimeout(this.#timer);
    if (this.#plan.by === "stats") {
      // A directory that is still refused is reported again.
      this.#stamps = { ...this.#stamps, refused: new Map() };
      await this.#look();
      return;
    }
    await this.#unlessLost(() => this.#begin());
    // Nobody saw the changes in between.
    this.#outbox.add({ kind: "directory", path: wholeRoot });
  }

  #schedule(): void {
    if (this.#isEnded) return;
    this.#timer = setTimeout(() => {
      this.#turn = this.#turn.then(() => this.#look());
    }, this.#plan.everyMs).unref();
  }

  /** One pass. The next one waits as long as ever, however long this one took. */
  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isEnded || this.#plan.by === "sweeps") return;
    const now = await this.#read();
    // Of a root that was taken away nothing is told but that: its files were not deleted.
    if (this.#isEnded || this.#probe?.look() === false) return;
    if (now === undefined) return this.#grew();
    const hints = compareStamps(this.#stamps, now);
    for (const hint of [...this.#toldBefore, ...hints]) this.#outbox.add(hint);
    this.#toldBefore = again(hints);
    this.#stamps = now;
    this.#directories = now.directories;
    this.#plan = { ...planPolling(now.entries.size), ...this.#options.timing };
    this.#schedule();
  }

  /** The stamps of everything; `undefined` when that is too much. */
  #read(): Promise<Stamps | undefined> {
    const { root, scope } = this.#options;
    return readStamps(root, scope, limits.watch.pollEntriesMax);
  }

  async #grew(): Promise<void> {
    const { root, scope } = this.#options;
    await this.#unlessLost(async () => {
      const { directories, refused } = await takeCensus(root, scope);
      if (this.#isEnded) return;
      this.#directories = directories;
      this.#leaveToSweeps(refused);
      this.#outbox.add({ kind: "directory", path: wholeRoot });
    });
  }

  async #unlessLost(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (!(thrown instanceof UnfError && thrown.code === "not_found")) throw thrown;
      this.#end({ kind: "root_lost", why: "deleted" });
    }
  }

  #leaveToSweeps(refused: ReadonlyMap<RelPath, string>): void {
    const everyMs = this.#options.timing?.everyMs ?? limits.watch.pollMsMax;
    this.#plan = { by: "sweeps", everyMs };
    this.#stamps = nothing;
    this.#toldBefore = [];
    void this.#stopListening();
    this.#tellRefused(refused);
  }

  #tellRefused(refused: ReadonlyMap<RelPath, string>): void {
    for (const [path, code] of refused) this.#outbox.add({ kind: "unwatched", path, code });
  }

  #end(last: Hint): void {
    if (this.#isEnded) return;
    this.#outbox.add(last);
    this.#outbox.end();
    this.#isEnded = true;
    this.#stop();
    void this.#stopListening();
  }

  #stop(): void {
    this.#probe?.[Symbol.dispose]();
    clearTimeout(this.#timer);
    this.#stamps = nothing;
  }
}

/** Beyond so many one walk of everything is cheaper. */
const mostAgain = 1000;

/** The hints that the next pass repeats. */
function again(hints: readonly Hint[]): readonly Hint[] {
  const told = hints.filter(({ kind }) => kind === "touched" || kind === "directory");
  return told.length <= mostAgain ? told : [{ kind: "directory", path: wholeRoot }];
}
