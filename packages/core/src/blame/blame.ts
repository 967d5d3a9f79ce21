import { finish, type Steps } from "../base/steps.ts";
import { compareBlocks } from "../lines/diff.ts";
import { indexLines, type LineIndex, lineCount } from "../lines/line-index.ts";

/** A version of the file that is blamed. */
export interface BlameVersion {
  /** Equal for equal contents; `null` where the file was not there. */
  readonly hash: string | null;
  /** True when unf itself wrote it, from what it had recorded. */
  readonly isOperation: boolean;
  /** The content; `undefined` when it is lost. Called once at most, and only when it is needed. */
  readonly read: () => Uint8Array | undefined;
}

/** Where a line comes from: the version that first had it, and its number there, counted from 1. */
export interface LineOrigin<V extends BlameVersion> {
  readonly version: V;
  readonly line: number;
}

/**
 * Lines of the answer whose origin is looked for, and that stand one below the other in one version:
 * there from `place` on, in the answer from `line` on, both counted from 0.
 */
interface Run {
  readonly place: number;
  readonly line: number;
  readonly count: number;
}

/**
 * The origin of the lines `[from, to)`, counted from 0, of the first of `versions`, which are the
 * versions of one file, newest first. A line that was changed, or moved, is of the version that did
 * it, as for `git blame`; one that an operation of unf brought back, of the version that wrote it.
 * Reads no further than to the version in which the last line is found.
 */
export function planBlame<V extends BlameVersion>(
  versions: readonly V[],
  range: { readonly from: number; readonly to: number },
): LineOrigin<V>[] {
  return finish(blameInSteps(versions, range));
}

/** The same, with a pause after each version. */
export function* blameInSteps<V extends BlameVersion>(
  versions: readonly V[],
  { from, to }: { readonly from: number; readonly to: number },
): Steps<LineOrigin<V>[]> {
  const [newest] = versions;
  if (newest === undefined) return [];
  const walk = new BlameWalk(versions, newest);
  walk.start(from, to);
  for (let at = walk.next(0); at < versions.length && walk.isLooking; at = walk.next(at)) {
    walk.step(at);
    yield;
  }
  return walk.finish();
}

/** A version of which lines are looked for, with its content. */
interface Stand<V> {
  readonly version: V;
  readonly index: LineIndex;
  /** By place. */
  readonly runs: readonly Run[];
}

class BlameWalk<V extends BlameVersion> {
  readonly #versions: readonly V[];
  readonly #found: { readonly run: Run; readonly version: V }[] = [];
  /** The version the walk has come to, with the lines that it has, too. */
  #here: Stand<V>;
  /** Operations whose new lines no version since has had. */
  #brought: Stand<V>[] = [];

  constructor(versions: readonly V[], newest: V) {
    this.#versions = versions;
    this.#here = { version: newest, index: indexLines(newest.read() ?? nothing), runs: [] };
  }

  /** True while the origin of a line is still open. */
  get isLooking(): boolean {
    return this.#here.runs.length > 0 || this.#brought.length > 0;
  }

  start(from: number, to: number): void {
    const count = Math.min(to, lineCount(this.#here.index)) - from;
    const runs = count > 0 ? [{ place: from, line: from, count }] : [];
    this.#here = { ...this.#here, runs };
  }

  /** The version to compare with: an operation put an earlier version back, so the walk goes on behind that. */
  next(at: number): number {
    const now = this.#versions[at];
    if (now?.isOperation !== true || now.hash === null) return at + 1;
    const original = this.#versions.findIndex(({ hash }, index) => index > at && hash === now.hash);
    return original < 0 ? at + 1 : original;
  }

  /** Goes on to an older version with all lines that it has, and blames the others. */
  step(at: number): void {
    const version = this.#versions[at];
    if (version === undefined) return;
    if (version.hash === this.#here.version.hash) {
      this.#here = { ...this.#here, version };
      return;
    }
    const bytes = version.hash === null ? nothing : version.read();
    // Nobody knows the lines of a lost content; the next one is compared instead.
    if (bytes === undefined) return;
    const index = indexLines(bytes);
    const { moved, left } = moveRuns(this.#here, index);
    const runs = [moved];
    this.#brought = this.#brought.flatMap((stand) => {
      const search = moveRuns(stand, index);
      runs.push(search.moved);
      return search.left.length === 0 ? [] : [{ ...stand, runs: search.left }];
    });
    const stand = { ...this.#here, runs: left };
    if (left.length > 0 && stand.version.isOperation) this.#brought.push(stand);
    else this.#blame(stand);
    const isOne = runs.length === 1;
    this.#here = {
      version,
      index,
      runs: isOne ? moved : runs.flat().sort((a, b) => a.place - b.place),
    };
  }

  finish(): LineOrigin<V>[] {
    for (const stand of [this.#here, ...this.#brought]) this.#blame(stand);
    return this.#found
      .sort((a, b) => a.run.line - b.run.line)
      .flatMap(({ run: { place, count }, version }) =>
        Array.from({ length: count }, (_, offset) => ({ version, line: place + offset + 1 })),
      );
  }

  #blame({ version, runs }: Stand<V>): void {
    for (const run of runs) this.#found.push({ run, version });
  }
}

const nothing = new Uint8Array(0);

/** Parts the lines of a version into those an older one has, at their places there, and the others. */
function moveRuns<V>(
  { index, runs }: Stand<V>,
  older: LineIndex,
): { readonly moved: Run[]; readonly left: Run[] } {
  const moved: Run[] = [];
  const left: Run[] = [];
  const stretches = runs.length === 0 ? [] : planStretches(older, index);
  let first = 0;
  for (const run of runs) {
    // Runs come in order but may overlap: a line that a merge doubled stands in two.
    while ((stretches[first]?.to ?? Number.POSITIVE_INFINITY) <= run.place) first++;
    for (const stretch of stretchesFrom(stretches, first, run.place + run.count)) {
      const part = cutRun(run, stretch);
      if (stretch.shift === undefined) left.push(part);
      else moved.push({ ...part, place: part.place + stretch.shift });
    }
  }
  return { moved, left };
}

/** Lines `[from, to)` of the newer of two versions, all kept or all new. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  /**
   * Added to the place of a kept line, gives its place in the older version; `undefined` for new
   * lines.
   */
  readonly shift: number | undefined;
}

/** The lines of `newer` from the first to the last, as stretches. */
function planStretches(older: LineIndex, newer: LineIndex): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  let shift = 0;
  for (const { oldTo, newFrom, newTo } of compareBlocks(older, newer).blocks) {
    if (newFrom > from) stretches.push({ from, to: newFrom, shift });
    if (newTo > newFrom) stretches.push({ from: newFrom, to: newTo, shift: undefined });
    from = newTo;
    shift = oldTo - newTo;
  }
  const end = lineCount(newer);
  if (end > from) stretches.push({ from, to: end, shift });
  return stretches;
}

function stretchesFrom(stretches: readonly Stretch[], first: number, end: number): Stretch[] {
  let last = first;
  while ((stretches[last]?.from ?? end) < end) last++;
  return stretches.slice(first, last);
}

function cutRun(run: Run, { from, to }: Stretch): Run {
  const skipped = Math.max(0, from - run.place);
  const end = Math.min(run.place + run.count, to);
  return { place: run.place + skipped, line: run.line + skipped, count: end - run.place - skipped };
}
