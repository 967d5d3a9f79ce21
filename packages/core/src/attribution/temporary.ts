import { limits } from "../config/limits.ts";
import type { Attributed } from "./decide-author.ts";
import { type AgentCall, isCovered, type WriteFacts } from "./evidence.ts";

/** The attribution of a file that was moved onto another one's name. */
export interface TemporaryFacts {
  readonly author: Attributed["author"];
  readonly writtenAt: number;
  /** The file went from this name: that is one act with its coming to the other. */
  readonly isDeparture: boolean;
}

/**
 * True when a file was written beside another one and moved into its place by one tool call: then it
 * is of the author of that one. `onto`: who wrote what stands there, now the same file; of a
 * departure only what `findArrival` found.
 */
export function isTemporaryOf(
  temporary: TemporaryFacts,
  onto: Omit<TemporaryFacts, "isDeparture">,
  calls: readonly AgentCall[],
): boolean {
  if (onto.author.confidence !== "hook" || isKnown(temporary)) return false;
  // When it went is told late; when it came stands in the file.
  if (temporary.isDeparture) return true;
  if (temporary.writtenAt > onto.writtenAt + limits.sessions.clockSlackMs) return false;
  const call = calls.find(({ id }) => id === onto.author.toolCall);
  return call !== undefined && isCovered(call, temporary.writtenAt);
}

/**
 * Where a file that went from its name came to, if that is told: its first coming to any other name
 * since it was last known at this one. A file may be moved on, and one that came later did not go
 * from here.
 */
export function findArrival<T extends { readonly facts: Pick<WriteFacts, "writtenAt"> }>(
  { writtenAt, known }: Pick<WriteFacts, "writtenAt" | "known">,
  arrivals: readonly T[],
): T | undefined {
  const from = known ?? Number.NEGATIVE_INFINITY;
  const to = writtenAt + limits.sessions.clockSlackMs;
  const [first] = arrivals
    .filter(({ facts }) => facts.writtenAt >= from && facts.writtenAt <= to)
    .toSorted((a, b) => a.facts.writtenAt - b.facts.writtenAt);
  return first;
}

function isKnown({ author: { confidence } }: TemporaryFacts): boolean {
  return confidence === "hook" || confidence === "process";
}
