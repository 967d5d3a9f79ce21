import { isContentMissing } from "@unf/core/base";
import { countLines, hasNul } from "@unf/core/lines";
import { isLinkMode, type Snapshot } from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import type { CountWrite } from "./outcomes.ts";

/** Beyond this many files the preview does without line counts. */
const countedFilesMax = 200;

/**
 * Counts the lines that a planned write would add and remove. Both contents come from the store, so
 * what is on disk is only counted where it is recorded.
 */
export function createWriteCounter(reader: ProjectReader): CountWrite {
  const { timeline } = reader;
  let left = countedFilesMax;
  return ({ disk, wanted }) => {
    left -= 1;
    const to = timeline.snapshot(wanted.snapshot);
    if (left < 0 || to === undefined || isLinkMode(wanted.mode)) return undefined;
    if (disk.kind === "absent") return countStep(reader, undefined, to);
    if (disk.kind !== "file" || disk.snapshot === null) return undefined;
    const from = timeline.snapshot(disk.snapshot);
    return from === undefined || from.hash === null ? undefined : countStep(reader, from, to);
  };
}

function countStep(
  reader: ProjectReader,
  from: Snapshot | undefined,
  to: Snapshot,
): ReturnType<CountWrite> {
  try {
    const [old, wanted] = [from && reader.content(from), reader.content(to)];
    // A binary file has no lines.
    return hasNul(wanted) || (old && hasNul(old)) ? undefined : countLines(old, wanted);
  } catch (thrown) {
    // A preview without counts is still a preview; what cannot be restored the plan says itself.
    if (isContentMissing(thrown)) return undefined;
    throw thrown;
  }
}
