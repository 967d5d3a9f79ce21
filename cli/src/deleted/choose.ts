import type { DeletedFile } from "@unf/answers";
import { type SnapshotId, UnfError } from "@unf/core/base";
import { requireNumbers } from "../frame/ask/choose-numbers.ts";

/** The files that `2,5-7` means, in the order of the listing. Throws `usage` and `not_found`. */
export function chooseDeleted(files: readonly DeletedFile[], words: string): DeletedFile[] {
  const numbers = requireNumbers("restore", words, "unf deleted");
  if (numbers.largest > files.length) {
    const count = files.length === 1 ? "is 1 deleted file" : `are ${files.length} deleted files`;
    throw new UnfError(
      "not_found",
      `there is no number ${numbers.largest}: there ${count} in the list`,
      {
        hint: "unf deleted",
      },
    );
  }
  return files.filter(({ number }) => numbers.has(number));
}

/** Files that all stood as they were last at one row of the timeline. */
export interface DeletedGroup {
  readonly at: SnapshotId;
  readonly files: readonly DeletedFile[];
}

/**
 * The fewest restores that bring every file back as it was last: each file stood so from its last
 * row to just before its deletion, and one restore serves all whose spans have a row in common.
 */
export function planGroups(files: readonly DeletedFile[]): DeletedGroup[] {
  const groups: { readonly at: SnapshotId; readonly files: DeletedFile[] }[] = [];
  const byEnd = [...files].sort((a, b) => a.deletion.id - b.deletion.id);
  for (const file of byEnd) {
    const group = groups.at(-1);
    const end = (file.deletion.id - 1) as SnapshotId;
    // Of what is no longer kept nobody knows since when it stood so: just before the end it did.
    const begin = file.isThinned ? end : (file.last?.id ?? end);
    if (group !== undefined && begin <= group.at) group.files.push(file);
    else groups.push({ at: end, files: [file] });
  }
  return groups;
}
