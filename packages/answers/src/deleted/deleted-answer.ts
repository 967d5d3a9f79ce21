import { authorFields } from "../authors/author-fields.ts";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import { timeFields } from "../scope/time.ts";
import type { Deleted, ListedDeletion } from "./read-deleted.ts";
import type { DeletedAnswer, DeletedFileAnswer } from "./shape.ts";

/** The files that are listed, which are a page of all that were found. */
export function deletedAnswer(
  { scope, since, files }: Deleted,
  listed: readonly ListedDeletion[],
): DeletedAnswer {
  const last = listed.at(-1)?.file;
  const more = last === undefined ? 0 : files.length - last.number;
  return {
    ...pathFields("root", scope.project.root),
    since: timeFields(since),
    files: listed.map(fileAnswer),
    total: files.length,
    more,
    next: last === undefined || more === 0 ? null : versionName(last.deletion.id),
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
