import type { DeletedFile } from "@unf/answers";
import { UnfError } from "@unf/core/base";
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
