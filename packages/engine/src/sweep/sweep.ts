import { comparePaths, type RelPath, type WallMs } from "@unf/core/base";
import { isRacy } from "@unf/core/capture";
import type { Clock, EntryStat, Timeline } from "@unf/core/ports";
import { type Cause, type Head, type StatKey, sameStat } from "@unf/core/timeline";
import { eachHead } from "../base/each-head.ts";
import { Slice } from "../base/slice.ts";
import type { CaptureContext } from "../capture/capture-context.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { SkipReason } from "../capture/capture-outcome.ts";
import { isKeptFromNow } from "../capture/kept-from-now.ts";
import { lookAt } from "../capture/look-at.ts";
import { seeModesAbove } from "../capture/see-modes.ts";
import { takeSnapshot } from "../capture/take-snapshot.ts";
import type { Row } from "../record/recorder.ts";
import type { MassChange } from "./mass-change.ts";
import type { Skipped } from "./skipped.ts";
import { type DeletionRule, Vanished, type VanishVerdict } from "./vanished.ts";
import { type WalkPorts, walk } from "./walk.ts";

export interface Progress {
  readonly files: number;
  readonly recorded: number;
}

export interface SweepPorts {
  readonly clock: Clock;
  readonly context: CaptureContext;
  readonly timeline: Timeline;
  readonly skipped: Skipped;
  readonly sliceMs: number;
  readonly deletions: DeletionRule;
  /**
   * A file changed since then is read although its stat is the recorded one: a power cut may have
   * taken its content and left its stamps.
   */
  readonly doubtfulSince: WallMs | undefined;
  readonly owner: SweepOwner;
  /** A path whose burst is open is left to that: it is told to look, and the row will be its own. */
  readonly loop: Pick<CaptureLoop, "touchedIfOpen">;
  /** Told of each file that was found changed, but for a baseline and for what leaves the record. */
  readonly mass: Pick<MassChange, "found">;
  readonly onProgress: (progress: Progress) => void;
}

/** The project that is swept. */
export interface SweepOwner {
  /** False once the root is away or the store has failed: the sweep ends there, nothing is deleted. */
  mayRecord(): boolean;
  /** These ignore files differed from what was recorded of them: the first few of many. */
  onRulesChanged(paths: readonly RelPath[]): void;
}

export interface SweepReport {
  /** Recordable files and links on disk. */
  readonly files: number;
  /** Rows written: paths that differed from the timeline. */
  readonly recorded: number;
  readonly bytes: number;
  readonly skipped: Readonly<Record<SkipReason, number>>;
  /** Unless `few`, nothing was recorded as deleted. */
  readonly vanished: VanishVerdict;
  /** False when the root went away before the end, or deletions were held back. */
  readonly complete: boolean;
}

/**
 * Lists the disk at or below `within` beside the timeline's heads and records what differs. This
 * is what makes the timeline true, whatever a watcher missed. Works in slices: captures from events
 * go on between them, so everything read from the timeline is looked up again before it is used.
 */
export async function sweep(
  ports: SweepPorts,
  within: RelPath,
  cause: Cause,
): Promise<SweepReport> {
  using run = new Run(ports, within, cause);
  const slice = new Slice(ports.clock, ports.sliceMs);
  let tellAt = ports.clock.mono() + tellEveryMs;
  for (const done of run.steps()) {
    if (run.unsure >= unsureMax) await run.lookAgain();
    if (!slice.isOver()) continue;
    await slice.next();
    await ports.context.recorder.commitLarge();
    if (ports.clock.mono() >= tellAt) {
      ports.onProgress(done);
      tellAt = ports.clock.mono() + tellEveryMs;
    }
    if (!ports.owner.mayRecord()) return run.report(false);
  }
  await run.lookAgain();
  for (const _done of run.release()) if (slice.isOver()) await slice.next();
  const report = run.report(ports.owner.mayRecord());
  ports.onProgress(report);
  return report;
}

/** Between two reports of progress: each is a message to another process. */
const tellEveryMs = 100;

/** Changed ignore files that are named: so many have everything looked at again. */
const rulesNamedMax = 100;

/** Files waiting to be judged, each with its first 8,000 bytes. */
const unsureMax = 64;

/** One sweep under way: two sorted lists, disk and heads, merged. */
class Run implements Disposable {
  readonly #ports: SweepPorts;
  readonly #within: RelPath;
  readonly #cause: Cause;
  readonly #heads: Iterator<Head, undefined>;
  /** The first head that the walk has not reached. */
  #head: Head | undefined;
  /** The directories above it were looked at. */
  #visited: RelPath | undefined;
  /** Directories that could not be listed: nothing below them counts as gone. */
  readonly #unreadable: RelPath[] = [];
  /** First bytes of files of which it is not known yet whether they are text. */
  readonly #unsure = new Map<RelPath, Uint8Array>();
  readonly #vanished: Vanished;
  /** Told of at the end: whoever hears of each alone looks at a large tree as often as it has rules. */
  readonly #rulesChanged: RelPath[] = [];
  readonly #tally = { files: 0, recorded: 0, bytes: 0 };
  readonly #skips: Record<SkipReason, number> = {
    ignored: 0,
    binary: 0,
    private_key: 0,
    too_large: 0,
    special: 0,
    unreadable: 0,
  };

  constructor(ports: SweepPorts, within: RelPath, cause: Cause) {
    this.#ports = ports;
    this.#within = within;
    this.#cause = cause;
    this.#vanished = new Vanished(ports.deletions);
    this.#heads = eachHead(ports.timeline, within);
    this.#head = this.#heads.next().value;
  }

  /** Yields after each entry and each directory, so that the caller may pause. */
  *steps(): Generator<Progress> {
    const onSkipped: WalkPorts["onSkipped"] = (path, why) => {
      if (why === "binary") {
        this.#skipBinary(path);
        return;
      }
      this.#skips[why] += 1;
      if (why === "unreadable") this.#unreadable.push(path);
    };
    for (const path of walk({ ...this.#ports.context, onSkipped }, this.#within)) {
      if (path !== undefined) {
        yield* this.#passHeads((head) => comparePaths(head.path, path) < 0);
        this.#visit(path);
      }
      yield this.#tally;
    }
    yield* this.#passHeads(() => true);
  }

  get unsure(): number {
    return this.#unsure.size;
  }

  /** Looks again at what could not be judged at once. */
  async lookAgain(): Promise<void> {
    for (const [path, firstBytes] of this.#unsure) {
      this.#unsure.delete(path);
      await this.#ports.context.signatures.resolve(firstBytes);
      const at = this.#ports.clock.wall();
      const stat = lookAt(this.#ports.context, path);
      const why = this.#look(path);
      if (why === undefined) continue;
      this.#skips[why] += 1;
      if (stat !== undefined && stat !== "unreadable") this.#remember(path, { stat, at }, why);
    }
  }

  /** Records the deletions that were held back and turned out to be few. */
  *release(): Generator<Progress> {
    for (const path of this.#vanished.released) {
      this.#look(path);
      yield this.#tally;
    }
  }

  /** To be called at the end, whatever came of the sweep. */
  [Symbol.dispose](): void {
    if (this.#rulesChanged.length > 0) this.#ports.owner.onRulesChanged(this.#rulesChanged);
  }

  report(complete: boolean): SweepReport {
    const { verdict } = this.#vanished;
    return { ...this.#tally, skipped: { ...this.#skips }, vanished: verdict, complete };
  }

  /** By its name. One that has a head is met with the heads. */
  #skipBinary(path: RelPath): void {
    const { context } = this.#ports;
    if (context.recorder.head(path) !== undefined) return;
    const why = this.#look(path);
    if (why !== undefined) this.#skips[why] += 1;
  }

  /** Heads that the walk went past without meeting their file: gone, or no longer recorded. */
  *#passHeads(isPast: (head: Head) => boolean): Generator<Progress> {
    for (let head = this.#head; head !== undefined && isPast(head); head = this.#head) {
      this.#head = this.#heads.next().value;
      const { path } = head;
      const isHidden = this.#unreadable.some((dir) => dir === "" || path.startsWith(`${dir}/`));
      if (!isHidden && this.#isDueNow(path)) this.#look(path);
      yield this.#tally;
    }
  }

  /** False for a file that is gone and whose deletion is held back. */
  #isDueNow(path: RelPath): boolean {
    const { context, owner } = this.#ports;
    if (context.filter.isElsewhere(path)) return false;
    if (lookAt(context, path) !== undefined) return true;
    return owner.mayRecord() && this.#vanished.isRecordedNow(path);
  }

  #visit(path: RelPath): void {
    const { context, skipped } = this.#ports;
    const head = this.#head?.path === path ? this.#head : undefined;
    if (head !== undefined) this.#head = this.#heads.next().value;
    const at = this.#ports.clock.wall();
    seeModesAbove(context, path, at, this.#visited);
    this.#visited = path;
    const stat = lookAt(context, path);
    if (stat === "unreadable") this.#skips.unreadable += 1;
    if (stat === undefined && head !== undefined) this.#look(path);
    if (stat === undefined || stat === "unreadable") return;
    this.#tally.files += 1;
    this.#tally.bytes += Number(stat.size);
    if (head !== undefined) context.hardLinks.note(path, stat);
    const isDoubtful = this.#isDoubtful(stat);
    const isAsRecorded = head !== undefined && !head.racy && sameStat(head.stat, stat);
    if (isAsRecorded && !isDoubtful && !isKeptFromNow(context, head, stat)) return;
    const known = skipped.recall(path, stat);
    const why = known ?? this.#look(path, stat);
    if (why === undefined) return;
    this.#skips[why] += 1;
    if (known === undefined) this.#remember(path, { stat, at }, why);
  }

  #isDoubtful({ mtimeNs, ctimeNs }: StatKey): boolean {
    const { doubtfulSince } = this.#ports;
    if (doubtfulSince === undefined) return false;
    return Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n) >= doubtfulSince;
  }

  /**
   * Remembers a skipped file. One that changed just now may change again and keep its stat, so it
   * is read once more next time. `at`: before it was read, however long that took.
   */
  #remember(
    path: RelPath,
    { stat, at }: { readonly stat: StatKey; readonly at: WallMs },
    why: SkipReason,
  ): void {
    if (!isRacy(stat, at)) this.#ports.skipped.remember(path, stat, why);
  }

  /**
   * Captures one path that may differ, unless its burst is open: then that will. `listed`: what
   * `lstat` said just now of an entry of a directory that was listed.
   */
  #look(path: RelPath, listed?: EntryStat): SkipReason | undefined {
    const { owner, loop, context, clock } = this.#ports;
    if (!owner.mayRecord() || loop.touchedIfOpen(path)) return undefined;
    const outcome = takeSnapshot(context, path, {
      cause: this.#cause,
      at: clock.wall(),
      settled: true,
      reread: listed !== undefined && this.#isDoubtful(listed),
      ...(listed === undefined ? {} : { listed }),
      force: true,
    });
    if ("row" in outcome) {
      this.#tally.recorded += 1;
      if (this.#cause !== "baseline") this.#noteRecorded(path, outcome.row);
    }
    if (outcome.kind === "unsure") this.#unsure.set(path, outcome.firstBytes);
    return outcome.kind === "skipped" ? outcome.why : undefined;
  }

  #noteRecorded(path: RelPath, row: Row | undefined): void {
    const { context, mass } = this.#ports;
    if (context.filter.isIgnoreFile(path) && this.#rulesChanged.length < rulesNamedMax)
      this.#rulesChanged.push(path);
    if (row !== undefined && row.snapshot.cause !== "excluded") mass.found(path);
  }
}
