import { invariant, UnfError } from "@unf/core/base";
import { type Authors, readAuthors } from "../authors/authors.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { type OpenScope, openScope, readTimeFlag } from "../scope/open-scope.ts";
import type { ResolvedTime } from "../scope/time.ts";
import { type DeletedFile, listDeleted } from "./list-deleted.ts";
import type { DeletedPage, DeletedQuestion } from "./question.ts";

/** A week: what was deleted longer ago is looked for by name. */
const usualSince = "7d";

/** Files that were deleted and are not back, the newest deletion first. */
export interface Deleted {
  readonly scope: OpenScope;
  readonly since: ResolvedTime;
  readonly files: readonly DeletedFile[];
}

/** Looks for what was deleted. */
export async function readDeleted(
  asker: Asker,
  { paths, since: word }: DeletedQuestion,
  home: OpenHome,
): Promise<Deleted> {
  const scope = openScope(asker, home, paths);
  const input = word ?? usualSince;
  const since = await readTimeFlag(asker, { name: "since", input, purpose: "since" }, scope);
  invariant(since !== undefined, "a time that is given is read");
  const wanted = { within: scope.within, since: since.at };
  const files = await listDeleted(scope.reader, wanted, asker);
  return { scope, since, files };
}

/** A deleted file, and whether its last kept content, where there is one, can still be had. */
export interface ListedDeletion {
  readonly file: DeletedFile;
  readonly isKept: boolean;
  readonly authors: Authors;
}

/** One page of them. */
export function listDeletions(
  { scope: { reader }, files }: Deleted,
  { limit, before }: DeletedPage,
): ListedDeletion[] {
  const authors = readAuthors(reader.timeline);
  const bound = before === undefined ? Number.POSITIVE_INFINITY : readCursor(before);
  const rest = files.filter(({ deletion }) => deletion.id < bound);
  return rest.slice(0, limit).map((file) => ({
    file,
    isKept: file.last === undefined || reader.isKept(file.last),
    authors,
  }));
}

function readCursor(word: string): number {
  const id = Number(/^v([1-9]\d{0,15})$/.exec(word)?.[1]);
  if (Number.isSafeInteger(id)) return id;
  throw new UnfError("usage", "the cursor of deleted files is a version such as v12", {
    hint: "take next of the page before",
  });
}
