import type { RelPath } from "@unf/core/base";
import type { Head } from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";

/** The recorded files on disk in a part of the project. */
export function* eachHead(
  { timeline }: ProjectReader,
  within: readonly RelPath[],
): Generator<Head> {
  for (const directory of within.length === 0 ? ["" as RelPath] : within) {
    let after: RelPath | undefined;
    for (;;) {
      const page = timeline.heads(directory, after, pageHeads);
      yield* page;
      after = page.at(-1)?.path;
      if (page.length < pageHeads) break;
    }
  }
}

const pageHeads = 1000;
