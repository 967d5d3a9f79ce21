import { limits } from "@unf/core/config";
import type { Timeline, TimelineReader } from "@unf/core/ports";

/** In `meta`: files larger than this the last recorder of the project did not record. */
const key = "max_file_bytes";

/** So that whoever plans without the recorder reads as much of a file as that does, and plans the same. */
export function noteFileLimit(timeline: Pick<Timeline, "meta" | "setMeta">, bytes: number): void {
  if (timeline.meta(key) !== String(bytes)) timeline.setMeta(key, String(bytes));
}

/** The limit that `noteFileLimit` noted last; as usual where nobody did. */
export function readFileLimit(timeline: Pick<TimelineReader, "meta">): number {
  const noted = Number(timeline.meta(key));
  return Number.isSafeInteger(noted) && noted > 0 ? noted : limits.capture.fileBytes;
}
