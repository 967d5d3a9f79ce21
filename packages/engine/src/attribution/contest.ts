import {
  type AbsPath,
  findRivals,
  isCompanion,
  type OtherProcesses,
  type OthersReading,
} from "@unf/core";

/** `contested`: somebody who is no agent's can have made the change, too; `anothers`: such a one has. */
export type Contest = "contested" | "anothers";

export interface ContestedChange {
  readonly path: AbsPath;
  /** How long the file is. */
  readonly size: number;
  /** The fewest bytes that somebody must have written; may read contents. */
  readonly bytes: () => number;
}

/**
 * Whether somebody who works beside the agent can have made a change that came between two looks.
 * It is theirs where they can have written the whole file and hold the companion of it open that
 * an editor keeps of what it edits.
 */
export function contest(
  { path, size, bytes }: ContestedChange,
  before: OthersReading | undefined,
  after: OthersReading | undefined,
  others: OtherProcesses | undefined,
): Contest | undefined {
  if (before === undefined || after === undefined) return undefined;
  // Mostly nobody has written at all: then nothing need be read.
  if (findRivals(before, after, 1).length === 0) return undefined;
  const rivals = findRivals(before, after, bytes());
  if (rivals.length === 0) return undefined;
  const editors = findRivals(before, after, size).filter((one) =>
    others?.openFiles(one).some((open) => isCompanion(open, path)),
  );
  return editors.length > 0 ? "anothers" : "contested";
}
