import type { BlobId } from "@unf/core/base";
import type { Confidence } from "@unf/core/timeline";
import type { Deed } from "./program/line.ts";

/** A recorded row, with the names that the actors have for what it is said to be of. */
export interface Row {
  readonly id: number;
  readonly path: string;
  readonly hash: BlobId | null;
  readonly at: number;
  readonly confidence: Confidence;
  readonly agent: string | null;
  readonly turn: string | null;
  readonly call: string | null;
  readonly candidates: readonly string[];
}

/** `right`: names who did it, with turn and call as far as said. `silent`: names nobody. */
export type Outcome = "right" | "wrong" | "ambiguous" | "silent";

export interface Verdict {
  readonly row: Row;
  readonly deed: Deed;
  readonly outcome: Outcome;
}

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  /** Rows of a content that nobody wrote, as of a file that was read while it was written. */
  readonly untold: readonly Row[];
}

/** Compares what was recorded with what was done. Rows must be in order. */
export function judge(
  rows: readonly Row[],
  deeds: readonly Deed[],
  digest: (content: string) => BlobId,
): Judgement {
  const writes = new Map<string, Deed>();
  for (const deed of deeds) {
    if (deed.content !== null) writes.set(`${deed.path} ${digest(deed.content)}`, deed);
  }
  const verdicts: Verdict[] = [];
  const untold: Row[] = [];
  for (const row of rows) {
    const deed = row.hash === null ? deletionOf(row, deeds) : writes.get(`${row.path} ${row.hash}`);
    if (deed === undefined) untold.push(row);
    else verdicts.push({ row, deed, outcome: decideOutcome(row, deed) });
  }
  return { verdicts, untold };
}

/** The last deletion of that path that had begun when the row was made. */
function deletionOf({ path, at }: Row, deeds: readonly Deed[]): Deed | undefined {
  return deeds
    .filter((deed) => deed.content === null && deed.path === path && deed.from <= at)
    .toSorted((a, b) => a.from - b.from)
    .at(-1);
}

function decideOutcome(row: Row, deed: Deed): Outcome {
  if (row.confidence === "unknown") return "silent";
  if (row.confidence === "ambiguous") {
    return row.candidates.includes(deed.actor) ? "ambiguous" : "wrong";
  }
  const isSame =
    row.agent === deed.actor &&
    (row.turn === null || row.turn === deed.turn) &&
    (row.call === null || row.call === deed.call);
  return isSame ? "right" : "wrong";
}

export interface Score {
  readonly rows: number;
  /** Share of the rows that name somebody which name the right one. */
  readonly precision: number;
  /** Share of the agents' rows that name the right one. */
  readonly recall: number;
  /** Share of the agents' rows that name several. */
  readonly ambiguous: number;
}

export function scoreOf(verdicts: readonly Verdict[]): Score {
  const count = (outcome: Outcome, of: readonly Verdict[] = verdicts): number =>
    of.filter((one) => one.outcome === outcome).length;
  const ofAgents = verdicts.filter(({ deed }) => deed.turn !== null);
  const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
  return {
    rows: verdicts.length,
    precision: share(count("right"), count("right") + count("wrong")),
    recall: share(count("right", ofAgents), ofAgents.length),
    ambiguous: ofAgents.length === 0 ? 0 : count("ambiguous", ofAgents) / ofAgents.length,
  };
}
