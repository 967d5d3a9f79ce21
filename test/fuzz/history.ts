import type { ProjectReader } from "@unf/answers";
import { type BlobId, UnfError } from "@unf/core/base";
import { keptRows, type Snapshot, stampOf } from "@unf/core/timeline";
import { digest } from "@unf/system/digest";

/** One line for everything that must never be so in a timeline, whatever happened on disk. */
export function inspectHistory(reader: ProjectReader): string[] {
  const lines: string[] = [];
  const readable = new Set<BlobId>();
  let last: Snapshot | undefined;
  for (const row of reader.timeline.find({ within: [], interim: true, order: "oldest" })) {
    if (last !== undefined && row.id <= last.id) lines.push(`v${row.id} comes after v${last.id}`);
    if (last !== undefined && stampOf(row) < stampOf(last))
      lines.push(`v${row.id} is earlier than v${last.id}`);
    if ((row.hash === null) !== (row.event === "delete"))
      lines.push(`v${row.id} is ${row.event} with content ${row.hash}`);
    if (row.hash !== null && !readable.has(row.hash)) {
      if (row.unrecordable === undefined) readable.add(row.hash);
      const why = inspectContent(reader, row, row.hash);
      if (why !== undefined) lines.push(`v${row.id} of ${JSON.stringify(row.path)}: ${why}`);
    }
    last = row;
  }
  return [...lines, ...inspectNewest(reader)];
}

function inspectContent(reader: ProjectReader, row: Snapshot, hash: BlobId): string | undefined {
  try {
    const bytes = reader.content(row);
    if (bytes.length !== row.bytes) return `${bytes.length} bytes instead of ${row.bytes}`;
    return digest(bytes) === hash ? undefined : "its content has another digest";
  } catch (thrown) {
    // Of what is binary or too large only digest and size are recorded.
    const isLeft = thrown instanceof UnfError && thrown.code === "content_withheld";
    return isLeft && row.unrecordable !== undefined ? undefined : String(thrown);
  }
}

/** After a flush a person sees in the log what is on disk: the newest rows are settled. */
function inspectNewest({ timeline }: ProjectReader): string[] {
  const id = timeline.facts().lastId;
  if (id === null) return [];
  return keptRows(timeline.stateAt({ id }, [])).flatMap((row) => {
    if (row.settled) return [];
    const shown = timeline.previous(row.id, true);
    const isSame = shown?.hash === row.hash && shown.mode === row.mode;
    return isSame ? [] : [`v${row.id} of ${JSON.stringify(row.path)} never settled`];
  });
}
