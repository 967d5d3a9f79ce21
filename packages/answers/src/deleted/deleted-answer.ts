import { authorFields } from "../authors/author-fields.ts";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import { timeFields } from "../scope/time.ts";
import type { Deleted, ListedDeletion } from "./read-deleted.ts";
import type { DeletedAnswer, DeletedFileAnswer } from "./shape.ts";

/** The files that are listed, of all that were found. */
export function deletedAnswer(
  { scope, since, files }: Deleted,
  listed: readonly ListedDeletion[],
): DeletedAnswer {
  return {
    ...pathFields("root", scope.project.root),
    since: timeFields(since),
    files: listed.map(fileAnswer),
    more: files.length - listed.length,
  };
}

function fileAnswer({ file, isKept, authors }: ListedDeletion): DeletedFileAnswer {
  const { number, path, deletion, last } = file;
  return {
    number,
    ...pathFields("path", path),
    deleted_at: instant(deletion.at),
    deletion: versionName(deletion.id),
    ...authorFields(authors.of(deletion)),
    last_version: last === undefined ? null : versionName(last.id),
    bytes: last === undefined ? null : last.bytes,
    // Present only when there is no content any more.
    ...(file.isThinned ? { thinned: true } : {}),
    ...(isKept ? {} : { [last?.withheld === true ? "withheld" : "lost"]: true }),
  };
}
