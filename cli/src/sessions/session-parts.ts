import type { Spanning, Touched } from "@unf/answers";
import type { WallMs } from "@unf/core/base";
import type { TakenBack } from "@unf/core/operations";
import { renderClock } from "@unf/core/time";
import type { View } from "../frame/print/view.ts";

/** `14:05–14:32`, with seconds when asked for; `14:05–now`. */
export function spanText(
  { startedAt, endedAt }: Spanning,
  { viewer, signs }: View,
  hasSeconds: boolean,
): string {
  const clock = (at: WallMs) => renderClock(at, viewer.zone).slice(0, hasSeconds ? 8 : 5);
  return `${clock(startedAt)}${signs.dash}${endedAt === null ? "now" : clock(endedAt)}`;
}

/** `+310 -77`; upper bounds have a `~`. */
export function sumText({ added, removed, exact }: Omit<Touched, "files" | "versions">): string {
  return `${exact ? "" : "~"}+${added} -${removed}`;
}

/** `taken back by op-5`; empty for what stands. */
export function takenBackText(takenBack: TakenBack | undefined): string {
  if (takenBack === undefined) return "";
  const by = takenBack.operations.map((id) => `op-${id}`).join(", ");
  return `${takenBack.isWhole ? "" : "partly "}taken back by ${by}`;
}
