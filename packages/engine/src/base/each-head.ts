import type { RelPath } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import type { Head } from "@unf/core/timeline";

/** Small enough to be young garbage when it is done with: larger pages outlive a collection. */
const pageRows = 200;

/**
 * The heads of a subtree in path order. Fetched in pages, because the timeline is written between
 * two of them: a head may be out of date by the time it is handed out.
 */
export function* eachHead(timeline: TimelineReader, within: RelPath): Generator<Head, undefined> {
  let after: RelPath | undefined;
  for (;;) {
    const page = timeline.heads(within, after, pageRows);
    yield* page;
    after = page.at(-1)?.path;
    if (page.length < pageRows) return;
  }
}
