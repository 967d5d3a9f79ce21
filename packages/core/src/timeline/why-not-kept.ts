import type { Snapshot } from "./snapshot.ts";

/** Of a row, a head or a state: whether, and why, its content is not kept. */
export type NotKept = Pick<Snapshot, "withheld" | "unrecordable">;

/**
 * The fields of a row, a head or a state that say why its content is not kept; empty where it is.
 */
export function whyNotKept({ withheld, unrecordable }: NotKept): NotKept {
  if (withheld !== true) return {};
  return unrecordable === undefined ? { withheld } : { withheld, unrecordable };
}
