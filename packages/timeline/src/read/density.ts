import type { Steps, WallMs } from "@unf/core/base";
import type { Density, SnapshotQuery } from "@unf/core/ports";
import type { Connection } from "../file/driver.ts";
import type { Clocks, Outline } from "../outline/outline.ts";
import { readClocks } from "../outline/outlines.ts";
import { listSessions } from "../rows/sessions.ts";
import { judgePaths } from "./among.ts";
import { planOutlined } from "./outlined.ts";
import {
  human,
  kindsOf,
  nobody,
  planAuthorFilter,
  type RowAuthor,
  RowAuthors,
} from "./row-authors.ts";
import { boundIds } from "./selection.ts";
import { planTimeParts, type TimePart } from "./time-parts.ts";

/**
 * How many of the query's rows lie in each interval `boundaries[i] <= at < boundaries[i + 1]`, by what the
 * clock showed, and who wrote them.
 */
export function* countDensity(
  connection: Connection,
  query: SnapshotQuery,
  boundaries: readonly WallMs[],
): Steps<Density> {
  yield* judgePaths(connection, query.among);
  const tally = new Tally(boundaries.length - 1, query.author);
  const { since = 0, until = Number.MAX_SAFE_INTEGER } = query;
  const from = Math.max(since, boundaries[0] ?? 0) as WallMs;
  const to = Math.min(until, (boundaries.at(-1) ?? 0) - 1) as WallMs;
  const bounds = boundIds(connection, { ...query, since: from, until: to });
  if (bounds === undefined || from > to) return tally.density;
  const sessions = listSessions(connection, { limit: Number.MAX_SAFE_INTEGER });
  const partAt = planTimeParts(sessions, boundaries, { from, to });
  const authors = new RowAuthors(connection);
  const countEach = (clocks: Clocks, outline: Outline, places: Uint16Array) => {
    for (const place of places) {
      const { bucket, isAgentAbout } = partAt(outline.base + (clocks[place] ?? 0));
      if (bucket >= 0) tally.add(bucket, authors.of(outline, place, isAgentAbout), 1);
    }
  };
  const walk = planOutlined(connection, { ...query, order: "oldest" });
  for (const picked of walk(bounds)) {
    if (picked === undefined) {
      yield;
      continue;
    }
    const { outline, places } = picked;
    const { base, span } = outline;
    const part = partAt(base);
    if (base + span < part.end) countAlike(tally, authors, { outline, places, part });
    else countEach(readClocks(connection, outline), outline, places);
  }
  return tally.density;
}

/** Counts rows of one part of the time, as those of most outlines are. */
function countAlike(
  tally: Tally,
  authors: RowAuthors,
  rows: { readonly outline: Outline; readonly places: Uint16Array; readonly part: TimePart },
): void {
  const { outline, places, part } = rows;
  const { bucket, isAgentAbout } = part;
  const { kinds } = authors;
  if (bucket < 0) return;
  // Those that no agent wrote are told by their kinds alone.
  let [persons, nobodys] = [0, 0];
  for (const place of places) {
    const kind = kinds[outline.facts[place] ?? 0];
    if (kind === kindsOf.person) persons += 1;
    else if (kind === kindsOf.nobody) nobodys += 1;
    else tally.add(bucket, authors.of(outline, place, isAgentAbout), 1);
  }
  tally.add(bucket, isAgentAbout ? nobody : human, persons);
  tally.add(bucket, nobody, nobodys);
}

/** How many there are of whom in which interval. */
class Tally {
  readonly #total: number[];
  readonly #human: number[];
  readonly #agents = new Map<string, number[]>();
  readonly #isBy: (author: RowAuthor) => boolean;

  constructor(buckets: number, author: SnapshotQuery["author"]) {
    this.#total = new Array<number>(Math.max(0, buckets)).fill(0);
    this.#human = this.#total.slice();
    this.#isBy = planAuthorFilter(author);
  }

  get density(): Density {
    return { total: this.#total, human: this.#human, agents: this.#agents };
  }

  add(bucket: number, author: RowAuthor, rows: number): void {
    if (!this.#isBy(author)) return;
    this.#total[bucket] = (this.#total[bucket] ?? 0) + rows;
    if (author === human) this.#human[bucket] = (this.#human[bucket] ?? 0) + rows;
    if (typeof author !== "string") return;
    const counts = this.#agents.get(author) ?? new Array<number>(this.#total.length).fill(0);
    this.#agents.set(author, counts);
    counts[bucket] = (counts[bucket] ?? 0) + rows;
  }
}
