import { comparePaths, type RelPath, type WallMs } from "@unf/core/base";
import { isRacy } from "@unf/core/capture";
import type { EntryStat } from "@unf/core/ports";
import { type Cause, type Head, type StatKey, sameStat } from "@unf/core/timeline";
import { Slice } from "../base/slice.ts";
import type { SkipReason } from "../capture/capture-outcome.ts";
import { isKeptFromNow } from "../capture/kept-from-now.ts";
import { lookAt } from "../capture/look-at.ts";
import { seeModesAbove } from "../capture/see-modes.ts";
import { takeSnapshot } from "../capture/take-snapshot.ts";
import type { Row } from "../record/recorder.ts";
import { HeadCursor } from "./head-cursor.ts";
import type { KnownDirectory } from "./known-directories.ts";
import { type Surveyor, SweepSurvey } from "./survey.ts";
import type { Progress, SweepPorts, SweepReport } from "./sweep-ports.ts";
import { Vanished } from "./vanished.ts";
import { type WalkPorts, walk } from "./walk.ts";

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
class Run implements Disposable, Surveyor {
  readonly #ports: SweepPorts;
  readonly #within: RelPath;
  readonly #cause: Cause;
  /** Those that the walk has not reached. */
  readonly #heads: HeadCursor;
  readonly #survey: SweepSurvey;
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
    this.#heads = new HeadCursor(ports.timeline, within);
    this.#survey = new SweepSurvey({
      ...{ ...ports, heads: this.#heads, surveyor: this },
      isStamped: cause !== "baseline",
    });
  }

  /** Yields after each entry and each directory, so that the caller may pause. */
  *steps(): Generator<Progress> {
    const onSkipped: WalkPorts["onSkipped"] = (path, why, kind) => {
      if (why === "binary") {
        this.#skipBinary(path);
        return;
      }
      if (kind === "directory") this.#skips[why] += 1;
      else this.#skip(why);
      if (why === "unreadable") this.#unreadable.push(path);
    };
    const { context } = this.#ports;
    for (const path of walk({ ...context, onSkipped, survey: this.#survey }, this.#within)) {
      if (path !== undefined) {
        yield* this.#passHeads((head) => comparePaths(head.path, path) < 0);
        this.#visit(path);
      }
      yield this.#tally;
    }
    yield* this.#passHeads(() => true);
  }

  onKnown({ files, bytes, skips }: KnownDirectory): void {
    this.#tally.files += files;
    this.#tally.bytes += bytes;
    for (const [why, count] of Object.entries(skips)) this.#skips[why as SkipReason] += count;
  }

  pass(isPast: (path: RelPath) => boolean): Generator<unknown> {
    return this.#passHeads(({ path }) => isPast(path));
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
    if (context.recorder.head(path) !== undefined) {
      this.#survey.noteDue();
      return;
    }
    const why = this.#look(path);
    // By its name alone: no other look says anything else while its stat is the same.
    if (why !== "binary") this.#survey.noteDue();
    if (why !== undefined) this.#skip(why);
  }

  /** Heads that the walk went past without meeting their file: gone, or no longer recorded. */
  *#passHeads(isPast: (head: Head) => boolean): Generator<Progress> {
    for (let head = this.#heads.head; head !== undefined && isPast(head); head = this.#heads.head) {
      this.#heads.take();
      this.#survey.noteAllDue();
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

  /** The head of a path that the walk has come to. */
  #takeHead(path: RelPath): Head | undefined {
    const { head } = this.#heads;
    if (head?.path !== path) return undefined;
    this.#heads.take();
    return head;
  }

  #visit(path: RelPath): void {
    const { context } = this.#ports;
    const head = this.#takeHead(path);
    const at = this.#ports.clock.wall();
    seeModesAbove(context, path, at, this.#visited);
    this.#visited = path;
    const stat = lookAt(context, path);
    if (stat === "unreadable") this.#skips.unreadable += 1;
    if (stat === undefined || stat === "unreadable") {
      this.#survey.noteDue();
      if (stat === undefined && head !== undefined) this.#look(path);
      return;
    }
    this.#note(Number(stat.size));
    if (head !== undefined) context.hardLinks.note(path, stat);
    const isDoubtful = this.#isDoubtful(stat);
    const isAsRecorded = head !== undefined && !head.racy && sameStat(head.stat, stat);
    if (isAsRecorded && !isDoubtful && !isKeptFromNow(context, head, stat)) return;
    this.#lookUnlessSkipped(path, { stat, at });
  }

  /** Not again at one that was found not to be recordable, and is the same. */
  #lookUnlessSkipped(
    path: RelPath,
    { stat, at }: { readonly stat: EntryStat; readonly at: WallMs },
  ): void {
    const known = this.#ports.skipped.recall(path, stat);
    if (known === undefined) this.#survey.noteDue();
    const why = known ?? this.#look(path, stat);
    if (why === undefined) return;
    this.#skip(why);
    if (known === undefined) this.#remember(path, { stat, at }, why);
  }

  #note(bytes: number): void {
    this.#tally.files += 1;
    this.#tally.bytes += bytes;
    this.#survey.note(bytes);
  }

  #skip(why: SkipReason): void {
    this.#skips[why] += 1;
    this.#survey.noteSkipped(why);
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
