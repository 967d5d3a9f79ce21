import type { RelPath, SnapshotId } from "@unf/core/base";
import type { SnapshotQuery, TimelineReader } from "@unf/core/ports";
import type { EventType, Snapshot } from "@unf/core/timeline";

/** A file that was touched, from its state before the first row to that of the last. */
export interface TouchedFile {
  readonly path: RelPath;
  readonly kind: EventType;
  readonly renamedFrom: RelPath | null;
  /** Sums of its settled rows. */
  readonly added: number;
  readonly removed: number;
}

/** The rows of a session or a turn, summed up. */
export interface Touched {
  /** In the order in which they were first touched. */
  readonly files: readonly TouchedFile[];
  readonly versions: number;
  readonly added: number;
  readonly removed: number;
  /** False when a row's counts were upper bounds. */
  readonly exact: boolean;
}

/** Gathers the rows that are known to belong there. What was created and deleted again is no file of it. */
export function readTouched(
  timeline: TimelineReader,
  of: Pick<SnapshotQuery, "session" | "turn">,
): Touched {
  const query = { ...of, within: [], interim: true, order: "oldest" } as const;
  const rows = [...timeline.find(query)];
  const settled = rows.filter((row) => row.settled && row.cause !== "renamed");
  const byPath = Map.groupBy(rows, ({ path }) => path);
  return {
    files: [...byPath].flatMap(([path, own]) => fileOf(timeline, path, own) ?? []),
    versions: settled.length,
    ...sumCounts(settled),
    exact: settled.every(({ counts }) => counts?.exact !== false),
  };
}

function fileOf(
  timeline: TimelineReader,
  path: RelPath,
  rows: readonly Snapshot[],
): TouchedFile | undefined {
  const [first] = rows;
  const last = rows.at(-1);
  // A departure is told by the rename that goes with it.
  if (first === undefined || last === undefined || last.cause === "renamed") return undefined;
  const rename = rows.findLast(({ event }) => event === "rename");
  const { kind } = timeline.pathAt(path, { id: (first.id - 1) as SnapshotId });
  // Of what stood there without a row, as a binary file, its first row tells.
  const stood = kind === "unknown" && (first.event === "modify" || first.event === "delete");
  const was = kind === "kept" || kind === "thinned" || stood;
  const is = last.hash !== null;
  if (!was && !is) return undefined;
  const isRename = rename !== undefined && !was && is;
  return {
    path,
    kind: isRename ? "rename" : kindOf(was, is),
    renamedFrom: isRename ? rename.renamedFrom : null,
    ...sumCounts(rows.filter((row) => row.settled)),
  };
}

function kindOf(was: boolean, is: boolean): EventType {
  if (!was) return "create";
  return is ? "modify" : "delete";
}

function sumCounts(rows: readonly Snapshot[]): { added: number; removed: number } {
  let [added, removed] = [0, 0];
  for (const { counts } of rows) {
    added += counts?.added ?? 0;
    removed += counts?.removed ?? 0;
  }
  return { added, removed };
}
