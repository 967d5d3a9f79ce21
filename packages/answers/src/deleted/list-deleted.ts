import type { RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { isPassing } from "./passing-file.ts";

/** A file that is not there any more, and what was recorded of it last. */
export interface DeletedFile {
  /** Counts from 1 at the newest; what `--restore` takes. */
  readonly number: number;
  readonly path: RelPath;
  readonly deletion: Snapshot;
  /** `undefined`: none of its contents is kept. */
  readonly last: Snapshot | undefined;
  /** Its content in the end is no longer kept; `last`, where there is one, is older. */
  readonly isThinned: boolean;
}

/**
 * Files that were deleted and did not come back, the latest deletion first. What left under another
 * name was not deleted, nor was what is only recorded no longer, or a program's temporary file.
 */
export async function listDeleted(
  { timeline }: Pick<ProjectReader, "timeline">,
  { within, since }: { readonly within: readonly RelPath[]; readonly since: WallMs },
  { breathe }: Pick<Asker, "breathe">,
): Promise<DeletedFile[]> {
  const seen = new Set<RelPath>();
  const files: DeletedFile[] = [];
  // Interim rows, too: a file that was deleted a second ago is what one looks for.
  const deletions = timeline.find({
    within,
    since,
    events: ["delete"],
    departures: "hide",
    interim: true,
    order: "newest",
  });
  for (const deletion of deletions) {
    await breathe?.();
    const { path, id, cause } = deletion;
    if (seen.has(path)) continue;
    seen.add(path);
    if (cause === "excluded" || timeline.head(path) !== undefined) continue;
    const previous = timeline.previous(id, false);
    const last = previous?.hash === null ? undefined : previous;
    const { kind: end } = timeline.pathAt(path, { id: (id - 1) as SnapshotId });
    const isThinned = end === "thinned";
    if ((last === undefined && !isThinned) || isPassing(deletion, last)) continue;
    files.push({ number: files.length + 1, path, deletion, last, isThinned });
  }
  return files;
}
