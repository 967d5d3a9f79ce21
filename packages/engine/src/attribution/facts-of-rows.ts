import type { NewSnapshot } from "@unf/core/timeline";
import type { LatestHead, Row } from "../record/recorder.ts";
import { toMs } from "./directory-changed.ts";

/** False for unf's own work and for a mere change of rules: these are nobody's. */
export function isActOfOthers({ cause }: NewSnapshot): boolean {
  return cause === "event" || cause === "sweep" || cause === "renamed";
}

/** True when both rows are of the same doing, as far as is known: of one turn, or of nobody known. */
export function isSameAct(a: Row, b: Row): boolean {
  const [one, two] = [a.snapshot.author, b.snapshot.author];
  // One that some agent may have written is not of whoever nobody knows of, though neither has a name yet.
  if ((one.confidence === "ambiguous") !== (two.confidence === "ambiguous")) return false;
  return one.session === two.session && one.turn === two.turn && one.agent === two.agent;
}

/** Up to when a path is known to have been as it was before. Unit: milliseconds since 1970. */
export function knownUntil(before: LatestHead | undefined): number | null {
  return before === undefined ? null : toMs(before.stat.ctimeNs);
}
