import type { MonoMs, RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock } from "@unf/core/ports";
import { compareLikeness, planInodePairs, planRenames, type RenamePair } from "@unf/core/renames";
import { isLinkMode, type LineCounts } from "@unf/core/timeline";
import { countStep } from "./count-step.ts";
import { OpenRows } from "./open-rows.ts";
import type { LatestHead, Recorder, Row, RowObserver } from "./recorder.ts";
import { type Came, type Gone, keysOfCame, keysOfGone, RenameWindow } from "./window.ts";

const { windowMs, momentMs, stillMs, gatherMs, entriesMax, similarBytesMax, comparedBytesMax } =
  limits.renames;

export interface RenamesPorts {
  readonly clock: Clock;
  readonly recorder: Recorder;
  /** Renames were found: `pair` must ask for them, and they must be committed. */
  readonly onDue: () => void;
}

/**
 * Finds files that went from one path to another among the rows that a recorder settles. A file's
 * inode tells at once; what merely looks alike waits until everything of the same moment has been
 * seen. Then the row of the new path becomes a rename and that of the old one a departure.
 *
 * A path that had a file before and after a burst was modified, whatever was moved over it or away
 * from it in between: an atomic save is no rename, and two files that swap names are two
 * modifications.
 */
export class Renames implements RowObserver, Disposable {
  readonly #ports: RenamesPorts;
  readonly #open = new OpenRows();
  readonly #gone = new RenameWindow<Gone>(keysOfGone, entriesMax);
  readonly #came = new RenameWindow<Came>(keysOfCame, entriesMax);
  /** Inodes of what settled since they were last compared. */
  readonly #fresh = new Set<string>();
  #order = 0;
  #alarm: Disposable | undefined;
  /** When the next of them is ready; `undefined` when all have been. */
  #dueAt: MonoMs | undefined;
  #lastReadyAt = 0 as MonoMs;
  /** Bytes that may still be compared in this pass. */
  #comparable = 0;

  constructor(ports: RenamesPorts) {
    this.#ports = ports;
  }

  recorded(row: Row, before: LatestHead | undefined, after: LatestHead | null): void {
    const { path, event, cause, settled } = row.snapshot;
    const isOwn = cause === "operation" || cause === "baseline" || cause === "excluded";
    if (isOwn && event !== "modify") {
      this.#open.close(path);
      return;
    }
    this.#order += 1;
    const at = this.#ports.clock.mono();
    const known = this.#open.creations.get(path);
    if (after === null) {
      this.#open.close(path);
      const came = this.#came.at(path);
      if (came !== undefined) came.leftAt = Math.min(came.leftAt, this.#order);
      if (before === undefined) return;
      this.#open.deletions.set(path, { row, before, at, order: this.#order });
    } else if (event === "create") {
      this.#open.close(path);
      this.#open.creations.set(path, { first: after, last: after, at, order: this.#order });
    } else if (known !== undefined) {
      known.last = after;
    } else {
      this.#modified(path, after, at);
    }
    if (settled) this.settled(row, event, before);
  }

  settled(row: Row, event: Row["snapshot"]["event"], before: LatestHead | undefined): void {
    const { path } = row.snapshot;
    const deletion = this.#open.deletions.get(path);
    const creation = this.#open.creations.get(path);
    this.#open.close(path);
    if (event === "delete" && deletion?.row === row && before !== undefined) {
      const readyAt = this.#readyAt(deletion.at);
      const gone: Gone = { ...deletion, path, shown: before, readyAt };
      this.#gone.add(gone);
      this.#note(keysOfGone(gone));
    }
    if (event === "create" && creation !== undefined) {
      const readyAt = this.#readyAt(creation.at);
      const came: Came = {
        ...creation,
        path,
        row,
        readyAt,
        openUntil: readyAt,
        leftAt: Number.POSITIVE_INFINITY,
      };
      this.#came.add(came);
      this.#note(keysOfCame(came));
    }
  }

  /** Finds renames and hands them to the recorder. `final`: everything on disk has been looked at. */
  pair(when: "early" | "final"): void {
    const now = this.#ports.clock.mono();
    this.#pairByInode();
    const isDue = this.#dueAt !== undefined && this.#dueAt <= now;
    if (when === "final" || isDue) this.#pairAll(now, when);
    this.#open.forget(now - windowMs);
    this.#gone.forget(now - windowMs);
    this.#came.forget(now - windowMs);
    this.#schedule(now);
  }

  [Symbol.dispose](): void {
    this.#alarm?.[Symbol.dispose]();
    this.#alarm = undefined;
    this.#dueAt = undefined;
  }

  /** A sweep may have settled a file that was being written: it is what it is a moment later. */
  #modified(path: RelPath, after: LatestHead, at: MonoMs): void {
    const came = this.#came.at(path);
    if (came === undefined || at >= came.openUntil) return;
    this.#came.remove(came);
    came.last = after;
    this.#came.add(came);
    this.#note(keysOfCame(came));
  }

  #note(keys: readonly string[]): void {
    for (const key of keys) this.#fresh.add(key);
  }

  /** Rows of a sweep settle at once, those of a burst when it has lain still. */
  #readyAt(recordedAt: MonoMs): MonoMs {
    const now = this.#ports.clock.mono();
    const at = Math.max(recordedAt + stillMs, now + gatherMs) as MonoMs;
    this.#dueAt ??= at;
    this.#lastReadyAt = Math.max(this.#lastReadyAt, at) as MonoMs;
    return at;
  }

  #pairByInode(): void {
    if (this.#fresh.size === 0) return;
    const keys = [...this.#fresh];
    this.#fresh.clear();
    if (this.#isOneSided) return;
    const gone = keys.flatMap((key) => [...this.#gone.ofFile(key)]);
    const came = new Set(keys.flatMap((key) => [...this.#came.ofFile(key)]));
    for (const pair of planInodePairs(gone, came)) this.#take(pair);
  }

  #pairAll(now: MonoMs, when: "early" | "final"): void {
    this.#dueAt = this.#lastReadyAt > now && when === "early" ? this.#lastReadyAt : undefined;
    if (!this.#isOneSided) {
      this.#comparable = comparedBytesMax;
      const isReady = ({ readyAt }: Gone | Came) => when === "final" || readyAt <= now;
      const likeness = (a: Gone, b: Came) => this.#compare(a, b);
      const pairs = planRenames(this.#gone.all, this.#came.all, { momentMs, likeness });
      // A file that is not ready yet counts as long as it may be meant instead.
      for (const pair of pairs) {
        if (isReady(pair.departure) && isReady(pair.arrival)) this.#take(pair);
      }
    }
    if (when === "early") return;
    for (const one of this.#came.all) one.openUntil = Math.min(one.openUntil, now) as MonoMs;
  }

  get #isOneSided(): boolean {
    return this.#gone.all.size === 0 || this.#came.all.size === 0;
  }

  #compare(gone: Gone, came: Came): number | undefined {
    const { recorder } = this.#ports;
    const sizes = [gone.before.bytes, came.last.bytes];
    if (Math.max(...sizes) > similarBytesMax || this.#comparable < 0) return undefined;
    this.#comparable -= gone.before.bytes + came.last.bytes;
    if (gone.before.withheld === true || came.last.withheld === true) return undefined;
    const before = recorder.content(gone.before.hash);
    const after = recorder.content(came.last.hash);
    return before === undefined || after === undefined ? undefined : compareLikeness(before, after);
  }

  #take({ departure, arrival, evidence }: RenamePair<Gone, Came>): void {
    const { recorder } = this.#ports;
    this.#gone.remove(departure);
    // Something is back at the old path, so that an equal file elsewhere may be its copy.
    if (evidence !== "inode" && recorder.head(departure.path) !== undefined) return;
    this.#came.remove(arrival);
    const counts = this.#count(departure.shown, arrival);
    const renamedFrom = departure.path;
    recorder.amend(arrival.row, { event: "rename", renamedFrom, evidence, counts });
    recorder.amend(departure.row, { cause: "renamed" });
  }

  /** Lines of the step from what was last shown of the old path. */
  #count(shown: LatestHead, { row }: Came): LineCounts | null {
    const { hash, mode, counts, withheld } = row.snapshot;
    if (hash === null || withheld === true || isLinkMode(mode)) return null;
    if (shown.hash === hash && counts !== null) {
      return { lines: counts.lines, added: 0, removed: 0, exact: true };
    }
    const content = this.#ports.recorder.content(hash);
    return content === undefined ? null : countStep(this.#ports, shown, content);
  }

  #schedule(now: MonoMs): void {
    this.#alarm?.[Symbol.dispose]();
    this.#alarm = undefined;
    if (this.#dueAt === undefined || this.#isOneSided) return;
    const at = Math.max(this.#dueAt, now + gatherMs) as MonoMs;
    this.#alarm = this.#ports.clock.alarm(at, () => {
      this.#alarm = undefined;
      this.#ports.onDue();
    });
  }
}
