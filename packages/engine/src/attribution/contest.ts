import { findRivals, isCompanion, type RivalLooks } from "@unf/core/attribution";
import type { AbsPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { OtherProcess, OtherProcesses } from "@unf/core/ports";
import type { Cost } from "./price-of.ts";

/** `contested`: somebody who is no agent's can have made the change, too; `anothers`: such a one has. */
export type Contest = "contested" | "anothers";

export interface ContestedChange {
  readonly path: AbsPath;
  /** Reckons the change's cost; may read contents. */
  readonly price: () => Cost;
  /** An editor was seen to lock the file. */
  readonly wasLocked: boolean;
  /** The agent's own processes cannot have made it by writing, only by pages that are not counted as that. */
  readonly isHardlyTheirs: boolean;
  /** They can have written what differs, but not the whole file, which is neither longer nor cut short. */
  readonly isPartlyTheirs: boolean;
}

/**
 * Whether somebody who works beside the agent can have made a change that came between two looks.
 * It is theirs where they can have written the whole file and the agent cannot, or where they hold, or
 * have just given up, the companion of it that an editor keeps of what it edits.
 */
export function contest(
  { path, price, wasLocked, isHardlyTheirs, isPartlyTheirs }: ContestedChange,
  looks: RivalLooks | undefined,
  others: OtherProcesses | undefined,
): Contest | undefined {
  if (looks === undefined) return undefined;
  const { bytes, isAppended, ...known } = price();
  // Cut short, or nothing is kept of what it held.
  if (bytes === 0) return contestFree(looks);
  const rivals = findRivals(looks, { bytes, ...known });
  if (rivals.length === 0) return undefined;
  if (isHardlyTheirs) return "anothers";
  const wholly = findRivals(looks, { ...known, bytes: Math.max(bytes, known.size) });
  const isEditing = (one: OtherProcess): boolean => {
    if (!one.isNear) return false;
    return wasLocked || others?.openFiles(one).some((open) => isCompanion(open, path)) === true;
  };
  const hasSaved = (one: OtherProcess): boolean => {
    if (isPartlyTheirs)
      return one.isNear || known.size > limits.sessions.life.strangerExtraBytesMax;
    return isEditing(one);
  };
  if (wholly.some(hasSaved)) return "anothers";
  // People write all of a file, or add to it; only who edits just this one may have written less.
  const canHave = isAppended || wholly.length > 0 || rivals.some(isEditing);
  return canHave ? "contested" : undefined;
}

/** The same of a change that cost nothing, as a deletion or a new name. */
export function contestFree(looks: RivalLooks | undefined): Contest | undefined {
  if (looks === undefined) return undefined;
  return findRivals(looks, { bytes: 0, size: 0 }).length > 0 ? "contested" : undefined;
}
