import type { WallMs } from "@unf/core/base";
import type { Breathe, TimelineReader } from "@unf/core/ports";
import type { RecordedBy, RetentionPoint, RetentionRow } from "@unf/core/timeline";

/** All rows of one path, the oldest first. */
export type PathRows = readonly RetentionRow[];

/**
 * The same with the instants at which rows were recorded, as far as that is known, in the place of stamps
 * that lie in the future: by a clock that was ahead they would stay young for years.
 */
export async function* readAgedPaths(
  timeline: Pick<TimelineReader, "retentionRows" | "recordedBy">,
  now: WallMs,
  breathe: Breathe,
): AsyncGenerator<PathRows, undefined> {
  const known = timeline.recordedBy(now);
  for await (const rows of readPaths(timeline, breathe))
    yield known.length === 0 ? rows : rows.map((row) => ageTruly(row, now, known));
  return undefined;
}

function ageTruly(row: RetentionRow, now: WallMs, known: readonly RecordedBy[]): RetentionRow {
  if (row.at <= now) return row;
  if (row.skewMs !== undefined) return { ...row, at: (row.at - row.skewMs) as WallMs };
  const by = known.find(({ upTo }) => upTo > row.id);
  return by === undefined ? row : { ...row, at: Math.min(row.at, by.at) as WallMs };
}

/**
 * One path after the other, each with all its rows; everything else has its turn every few milliseconds,
 * also within a path. Of a path, what is recorded meanwhile is not among its rows.
 */
export async function* readPaths(
  timeline: Pick<TimelineReader, "retentionRows">,
  breathe: Breathe,
): AsyncGenerator<PathRows, undefined> {
  for (const paths of readPages(timeline)) {
    yield* paths;
    await breathe();
  }
  return undefined;
}

/** The same at one go: this program does nothing else meanwhile. */
export function* readPathsAtOnce(
  timeline: Pick<TimelineReader, "retentionRows">,
): Generator<PathRows, undefined> {
  for (const paths of readPages(timeline)) yield* paths;
  return undefined;
}

/** Rows read at once: some 5 ms. */
const pageRows = 500;

/** Page by page the paths that are whole with it: none where a path goes on. */
function* readPages(
  timeline: Pick<TimelineReader, "retentionRows">,
): Generator<readonly PathRows[], undefined> {
  let open: RetentionRow[] = [];
  for (let after: RetentionPoint | undefined; ; ) {
    const page = timeline.retentionRows(after, pageRows);
    const whole: PathRows[] = [];
    for (const row of page) {
      if (open.length > 0 && open[0]?.path !== row.path) {
        whole.push(open.reverse());
        open = [];
      }
      open.push(row);
    }
    const isLast = page.length < pageRows;
    if (isLast && open.length > 0) whole.push(open.reverse());
    yield whole;
    if (isLast) return undefined;
    after = page.at(-1);
  }
}
