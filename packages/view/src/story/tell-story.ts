import type { ItemFacts, MarkFacts, RowFacts } from "./facts.ts";
import { type Happening, happeningOf, Run } from "./happening.ts";

/** Subject and bounds of a listing. */
export interface StoryScope {
  /** Paths were named: marks that are about the whole project are told where they touch the rows. */
  readonly isOfPaths: boolean;
  /** One file was named: states of the whole project that were named are none of its story. */
  readonly isOfFile: boolean;
  /** Something leaves rows out: with no row left there is nothing to tell. */
  readonly isFiltered: boolean;
  /** The listing reaches to the oldest row there is. */
  readonly isComplete: boolean;
}

/**
 * A listing as a person reads it: rows that are one happening are one entry, and marks that tell
 * nothing are left out. `items` are in either order of time, and stay in it.
 */
export function tellStory<T>(
  items: readonly T[],
  factsOf: (item: T) => ItemFacts,
  scope: StoryScope,
): (T | Happening<T>)[] {
  const told = planTold(
    items.map((item) => ({ item, facts: factsOf(item) })),
    scope,
  );
  const bursts = told.filter(({ facts }) => facts.kind === "burst");
  const entries = gather(told, bursts);
  return absorb(entries, bursts).map((entry) => (entry.kind === "single" ? entry.item : entry.of));
}

interface Told<T> {
  readonly item: T;
  readonly facts: ItemFacts;
}

/** Shorter gaps are of a recorder that was started anew, or waited for an operation. Unit: ms. */
const shortestGapMs = 1000;

function planTold<T>(items: readonly Told<T>[], scope: StoryScope): Told<T>[] {
  const rows = items.flatMap(({ facts }) => (facts.kind === "row" ? [facts] : []));
  if (rows.length === 0 && (scope.isOfPaths || scope.isFiltered)) return [];
  const oldest = rows.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  return items.filter(
    ({ facts }) => facts.kind === "row" || isTold(facts, { rows, oldest }, scope),
  );
}

function isTold(
  mark: MarkFacts,
  { rows, oldest }: { readonly rows: readonly RowFacts[]; readonly oldest: number },
  { isOfPaths, isOfFile, isComplete }: StoryScope,
): boolean {
  switch (mark.kind) {
    case "gap":
      if (!mark.isAlwaysTold && mark.to - mark.from < shortestGapMs) return false;
      return !isComplete || rows.length === 0 || mark.to >= oldest;
    case "burst":
      return !isOfPaths || rows.some((row) => isWithin(row, mark));
    case "landmark":
      return !isOfFile;
    case "aside":
      return true;
  }
}

function isWithin(row: RowFacts, burst: Extract<MarkFacts, { kind: "burst" }>): boolean {
  return row.project === burst.project && row.at >= burst.from && row.at <= burst.to;
}

type Entry<T> =
  | { readonly kind: "single"; readonly item: T; readonly facts: ItemFacts }
  | { readonly kind: "happening"; readonly of: Happening<T>; readonly project: string };

/** Runs of rows, and what stands between them. Marks that do not part a happening come after it. */
function gather<T>(told: readonly Told<T>[], bursts: readonly Told<T>[]): Entry<T>[] {
  const entries: Entry<T>[] = [];
  let run: Run | undefined;
  let items: Told<T>[] = [];
  const close = () => {
    entries.push(...entriesOf(run, items));
    run = undefined;
    items = [];
  };
  for (const one of told) {
    const { facts } = one;
    if (facts.kind !== "row") {
      if (facts.kind === "gap" || facts.kind === "landmark") close();
      items.push(one);
      continue;
    }
    const last = run?.rows.at(-1);
    if (run === undefined || !run.isContinuedBy(facts, isOneBurst(bursts, last, facts))) {
      close();
      run = new Run(facts);
    } else run.add(facts);
    items.push(one);
  }
  close();
  return entries;
}

function isOneBurst<T>(
  bursts: readonly Told<T>[],
  last: RowFacts | undefined,
  row: RowFacts,
): boolean {
  return bursts.some(
    ({ facts }) =>
      facts.kind === "burst" && last !== undefined && isWithin(last, facts) && isWithin(row, facts),
  );
}

function entriesOf<T>(run: Run | undefined, items: readonly Told<T>[]): Entry<T>[] {
  if (run === undefined || !run.isHappening) {
    return items.map(({ item, facts }) => ({ kind: "single", item, facts }));
  }
  const rows = items.filter(({ facts }) => facts.kind === "row").map(({ item }) => item);
  const marks = items.filter(({ facts }) => facts.kind !== "row");
  const project = run.rows[0]?.project ?? "";
  return [
    { kind: "happening", of: happeningOf(run, rows), project },
    ...marks.map(({ item, facts }): Entry<T> => ({ kind: "single", item, facts })),
  ];
}

/** The mark of a mass change whose rows are one happening says nothing that the happening does not. */
function absorb<T>(entries: readonly Entry<T>[], bursts: readonly Told<T>[]): Entry<T>[] {
  const taken = new Map<Entry<T>, T[]>();
  const gone = new Set<ItemFacts>();
  for (const { item, facts } of bursts) {
    if (facts.kind !== "burst") continue;
    const over = entries.filter(
      (entry) =>
        entry.kind === "happening" &&
        entry.of.cause === "moment" &&
        entry.project === facts.project &&
        entry.of.from <= facts.to &&
        entry.of.to >= facts.from,
    );
    const largest = over.reduce<Entry<T> | undefined>(
      (most, entry) => (sizeOf(entry) > sizeOf(most) ? entry : most),
      undefined,
    );
    if (largest === undefined) continue;
    taken.set(largest, [...(taken.get(largest) ?? []), item]);
    gone.add(facts);
  }
  return entries
    .filter((entry) => entry.kind === "happening" || !gone.has(entry.facts))
    .map((entry) => {
      const marks = taken.get(entry);
      if (entry.kind !== "happening" || marks === undefined) return entry;
      return { ...entry, of: { ...entry.of, bursts: marks } };
    });
}

function sizeOf<T>(entry: Entry<T> | undefined): number {
  return entry?.kind === "happening" ? entry.of.files : 0;
}
