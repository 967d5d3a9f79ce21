import { isContentMissing, type RelPath, type SnapshotId } from "@unf/core/base";
import { planMergedBack } from "@unf/core/blame";
import type { SnapshotQuery } from "@unf/core/ports";
import type { Operation, Snapshot } from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import type { ReadMerged } from "./taken-back.ts";

/** Of a file so many versions are looked through. */
const versionsMax = 100;

/** Reads by the lines of a merge whose work it took back; each merge once. */
export function openMerges(source: Pick<ProjectReader, "timeline" | "content">): ReadMerged {
  const known = new Map<string, ReadonlySet<SnapshotId>>();
  return (operation, path) => {
    const key = `${operation.id} ${path}`;
    const rows = known.get(key) ?? readMerged(source, operation, path);
    known.set(key, rows);
    return rows;
  };
}

function readMerged(
  { timeline, content }: Pick<ProjectReader, "timeline" | "content">,
  { id, before }: Pick<Operation, "id" | "before">,
  path: RelPath,
): ReadonlySet<SnapshotId> {
  const read = (row: Snapshot) => orLost(() => content(row));
  const query = { within: [path], interim: true } as const;
  const own = { ...query, order: "oldest", after: before as SnapshotId } as const;
  const [merged] = firstOf(timeline.find(own), 1, (row) => row.operation === id);
  const bytes = merged === undefined || merged.hash === null ? undefined : read(merged);
  if (bytes === undefined) return new Set();
  const older: SnapshotQuery = {
    ...{ ...query, order: "newest" },
    after: (before + 1) as SnapshotId,
  };
  const versions = firstOf(timeline.find(older), versionsMax, (row) => row.path === path).map(
    (row) => ({
      ...{ id: row.id, hash: row.hash, isOperation: row.operation !== null },
      read: () => read(row),
    }),
  );
  return new Set([...planMergedBack(bytes, versions)].map((version) => version.id));
}

function firstOf(
  rows: Iterable<Snapshot>,
  count: number,
  isMeant: (row: Snapshot) => boolean,
): Snapshot[] {
  const found: Snapshot[] = [];
  for (const row of rows) {
    if (isMeant(row)) found.push(row);
    if (found.length === count) break;
  }
  return found;
}

function orLost(read: () => Uint8Array): Uint8Array | undefined {
  try {
    return read();
  } catch (thrown) {
    if (!isContentMissing(thrown)) throw thrown;
    return undefined;
  }
}
