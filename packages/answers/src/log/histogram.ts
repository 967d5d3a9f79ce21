import type { Steps, WallMs } from "@unf/core/base";
import type { Density, SnapshotQuery } from "@unf/core/ports";
import { planBuckets } from "@unf/core/query";
import type { Zone } from "@unf/core/time";
import { isBy } from "../authors/author-filter.ts";
import { readAuthors } from "../authors/authors.ts";
import { inSteps } from "../parts/in-turn.ts";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { isToldByRename, type ListedRow, readRenamedTo, readRowsInSteps } from "./rows.ts";
import type { Selection } from "./selection.ts";

/** How many versions were recorded when. */
export interface Histogram {
  /** Span of every bucket, as a person says it: `15 min`. */
  readonly step: string;
  /** Ascending; `end` is exclusive. */
  readonly buckets: readonly {
    readonly start: WallMs;
    readonly end: WallMs;
    readonly count: number;
    /** Those of a person. */
    readonly human: number;
    /** Those of agents, by name; none of an agent with none. */
    readonly agents: ReadonlyMap<string, number>;
  }[];
  readonly total: number;
  readonly from: WallMs;
  readonly to: WallMs;
}

/** Counts versions over the asked span, or from the first recorded one up to now. */
export async function readHistogram(
  asker: Pick<Asker, "breathe">,
  selection: Selection,
  { count, now, zone }: { readonly count: number; readonly now: WallMs; readonly zone: Zone },
): Promise<Histogram> {
  const to = selection.query.until ?? now;
  const from = selection.query.since ?? firstAt(selection.sources) ?? to;
  const { step, boundaries } = planBuckets({ from, to, count, zone });
  const counts = await countAll(asker, selection, boundaries);
  const buckets = counts.map((one, index) => ({
    start: boundaries[index] ?? from,
    end: boundaries[index + 1] ?? to,
    ...one,
  }));
  return { step, buckets, total: buckets.reduce((sum, one) => sum + one.count, 0), from, to };
}

/** All versions of a selection, on whichever page they are listed. */
export async function countVersions(
  asker: Pick<Asker, "breathe">,
  selection: Selection,
): Promise<number> {
  const { since = 0, until = Number.MAX_SAFE_INTEGER - 1 } = selection.query;
  const [all] = await countAll(asker, selection, [since, until + 1] as WallMs[]);
  return all?.count ?? 0;
}

function firstAt(sources: readonly ProjectReader[]): WallMs | undefined {
  const instants = sources.flatMap(({ timeline }) => timeline.facts().firstAt ?? []);
  return instants.length === 0 ? undefined : (Math.min(...instants) as WallMs);
}

/** The counts of one interval. */
interface Counts {
  count: number;
  human: number;
  readonly agents: Map<string, number>;
}

async function countAll(
  asker: Pick<Asker, "breathe">,
  selection: Selection,
  boundaries: readonly WallMs[],
): Promise<readonly Counts[]> {
  const counts = boundaries.slice(1).map((): Counts => ({ count: 0, human: 0, agents: new Map() }));
  for (const source of selection.sources)
    await inSteps(asker, countSource(source, selection, boundaries, counts));
  return counts.map(({ agents, ...one }) => ({
    ...one,
    agents: new Map([...agents].filter(([, rows]) => rows > 0)),
  }));
}

function* countSource(
  source: ProjectReader,
  selection: Selection,
  boundaries: readonly WallMs[],
  counts: readonly Counts[],
): Steps<void> {
  const { query, isCounted, trace } = selection;
  const oldest: SnapshotQuery = { ...query, order: "oldest" };
  // The timeline counts without reading rows; former names it does not know.
  if (!isCounted || trace.length > 1) {
    for (const row of readRowsInSteps(source, selection, oldest)) {
      if (row === undefined) yield;
      else addRow(counts, boundaries, row, 1);
    }
    return;
  }
  addDensity(counts, yield* source.timeline.density(query, boundaries));
  const hidden = { ...oldest, departures: "only" } as const;
  if (query.departures !== "hide" && !query.interim)
    yield* takeHidden(source, { ...selection, query: hidden }, boundaries, counts);
}

/** Takes off the ends of names that a rename tells. */
function* takeHidden(
  source: ProjectReader,
  selection: Selection,
  boundaries: readonly WallMs[],
  counts: readonly Counts[],
): Steps<void> {
  const { query } = selection;
  const authors = readAuthors(source.timeline);
  for (const snapshot of source.timeline.findInSteps(query)) {
    if (snapshot === undefined) {
      yield;
      continue;
    }
    const renamedTo = readRenamedTo(source, snapshot);
    const isHidden = renamedTo !== undefined && isToldByRename(selection, renamedTo);
    const row = { at: snapshot.at, snapshot, authors };
    if (isHidden && isBy(query.author, authors, snapshot)) addRow(counts, boundaries, row, -1);
  }
}

function addDensity(counts: readonly Counts[], { total, human, agents }: Density): void {
  for (const [index, one] of counts.entries()) {
    one.count += total[index] ?? 0;
    one.human += human[index] ?? 0;
    for (const [name, rows] of agents) addAgent(one, name, rows[index] ?? 0);
  }
}

function addRow(
  counts: readonly Counts[],
  boundaries: readonly WallMs[],
  { at, snapshot, authors }: Pick<ListedRow, "at" | "authors" | "snapshot">,
  rows: 1 | -1,
): void {
  const one = counts[boundaries.findLastIndex((boundary) => boundary <= at)];
  if (one === undefined) return;
  const { type, name } = authors.of(snapshot);
  one.count += rows;
  if (type === "human") one.human += rows;
  if (type === "agent" && name !== null) addAgent(one, name, rows);
}

function addAgent({ agents }: Counts, name: string, rows: number): void {
  agents.set(name, (agents.get(name) ?? 0) + rows);
}
