import type { Snapshot } from "./snapshot.ts";

/** What of a row, a head or a state says that its content is not kept; nothing where it is. */
export function whyNotKept({
  withheld,
  unrecordable,
}: Pick<Snapshot, "withheld" | "unrecordable">): Pick<Snapshot, "withheld" | "unrecordable"> {
  if (withheld !== true) return {};
  return unrecordable === undefined ? { withheld } : { withheld, unrecordable };
}
