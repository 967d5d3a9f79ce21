import { comparePaths, type RelPath, type WallMs } from "@unf/core/base";
import { renderClock, renderLocalDate } from "@unf/core/time";
import type { EventType } from "@unf/core/timeline";
import { everyVersion } from "../log/question.ts";
import { readRowsInSteps } from "../log/rows.ts";
import { openSelection, type Selection } from "../log/selection.ts";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { viewerOf } from "../scope/open-scope.ts";
import type { StatsQuestion } from "./question.ts";
import type { StatsAnswer } from "./shape.ts";

type Author = StatsAnswer["authors"][number];

/** The sums of a history. */
export interface Stats {
  readonly selection: Selection;
  readonly source: ProjectReader;
  /** `undefined` where nothing is counted. */
  readonly span: { readonly from: WallMs; readonly to: WallMs } | undefined;
  readonly versions: number;
  readonly kinds: Readonly<Record<EventType, number>>;
  readonly added: number;
  readonly removed: number;
  /** The busiest first. */
  readonly authors: readonly Author[];
  readonly days: readonly Counted[];
  readonly hours: readonly Counted[];
  readonly files: readonly (Counted & { readonly name: RelPath })[];
  readonly limit: number;
}

/** A name, and the versions that count for it. */
export interface Counted {
  readonly name: string;
  readonly versions: number;
}

/** Adds up the settled versions of a project. `step`: hears of each, and may have it wait. */
export async function readStats(
  asker: Asker,
  { paths, since, until, limit }: StatsQuestion,
  step?: () => Promise<void> | undefined,
): Promise<Stats> {
  const question = { ...everyVersion, paths, since, until };
  const selection = await openSelection(asker, question, await asker.openHome());
  const [source] = selection.sources as readonly [ProjectReader];
  const { zone } = viewerOf(asker);
  const kinds = { create: 0, modify: 0, delete: 0, rename: 0 };
  const sums = { versions: 0, added: 0, removed: 0 };
  let span: { from: WallMs; to: WallMs } | undefined;
  const tallies = {
    authors: new Tally(),
    days: new Tally(),
    hours: new Tally(),
    files: new Tally(),
  };
  for (const row of readRowsInSteps(source, selection)) {
    if (row === undefined) {
      await asker.breathe?.();
      continue;
    }
    const { snapshot, authors } = row;
    const { at, path, event, counts } = snapshot;
    kinds[event] += 1;
    sums.versions += 1;
    sums.added += counts?.added ?? 0;
    sums.removed += counts?.removed ?? 0;
    span = {
      from: (span === undefined ? at : Math.min(span.from, at)) as WallMs,
      to: (span === undefined ? at : Math.max(span.to, at)) as WallMs,
    };
    const { type, name } = authors.of(snapshot);
    tallies.authors.add(JSON.stringify({ type, name }));
    tallies.days.add(renderLocalDate(at, zone));
    tallies.hours.add(renderClock(at, zone).slice(0, 2));
    tallies.files.add(path);
    await step?.();
  }
  return {
    ...{ selection, source, span, kinds, limit },
    ...sums,
    authors: tallies.authors.sorted().map(({ name, versions }) => ({
      ...(JSON.parse(name) as Pick<Author, "name" | "type">),
      versions,
    })),
    days: tallies.days.sorted(),
    hours: tallies.hours.sorted(),
    files: tallies.files
      .sorted()
      .map(({ name, versions }) => ({ name: name as RelPath, versions })),
  };
}

class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** The most first; of equals the first in order. */
  sorted(): Counted[] {
    return [...this.#counts]
      .map(([name, versions]) => ({ name, versions }))
      .sort(
        (a, b) => b.versions - a.versions || comparePaths(a.name as RelPath, b.name as RelPath),
      );
  }
}
