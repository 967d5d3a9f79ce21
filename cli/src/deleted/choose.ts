import type { DeletedFile } from "@unf/answers";
import { isWithin, type RelPath, UnfError } from "@unf/core/base";
import { requireNumbers } from "../frame/ask/choose-numbers.ts";

/**
 * The files that `2,5-7`, `all` or a path means, in the order of the listing. `locate`: where in the project a
 * path lies, `undefined` outside of it. Throws `usage` and `not_found`.
 */
export function chooseDeleted(
  files: readonly DeletedFile[],
  words: string,
  locate: (word: string) => RelPath | undefined,
): DeletedFile[] {
  // Of nothing no restore is made: without a path one is about the whole project.
  if (files.length === 0) {
    throw new UnfError("not_found", "nothing was deleted since then, so nothing can come back", {
      hint: "unf deleted --since 30d looks further back",
    });
  }
  if (words === "all") return [...files];
  if (!/^[-0-9, ]*$/.test(words)) return chooseByPath(files, words, locate(words));
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

function chooseByPath(
  files: readonly DeletedFile[],
  word: string,
  place: RelPath | undefined,
): DeletedFile[] {
  const chosen =
    place === undefined ? [] : files.filter(({ path }) => place === "" || isWithin(place, path));
  if (chosen.length > 0) return chosen;
  throw new UnfError("not_found", `nothing of ${word.slice(0, 60)} is in the list`, {
    hint: "--restore takes numbers of the list such as 2,5-7, a path, or all",
  });
}
