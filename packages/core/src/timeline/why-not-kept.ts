import type { Snapshot } from "./snapshot.ts";

/** Of a row, a head or a state: whether, and why, its content is not kept. */
export type NotKept = Pick<Snapshot, "withheld" | "unrecordable">;

/** What of a row, a head or a state says that its content is not kept; nothing where it is. */
export function whyNotKept({ withheld, unrecordable }: NotKept): NotKept {
  if (withheld !== true) return {};
  return unrecordable === undefined ? { withheld } : { withheld, unrecordable };
}
