import assert from "node:assert/strict";

/**
 * The faults that there may be, each with its findings, one line a finding. A row of the scoreboard passes when
 * every list is empty.
 */
export interface Measures {
  /** Acknowledged states that are not in the timeline, or generations of the intent that are gone. */
  readonly ackedLost: string[];
  /** Rows whose content is neither in the object store nor in the inbox. */
  readonly rowsWithoutBlob: string[];
  /** Rows whose content is there and is not what its digest says. */
  readonly rowsBadBlob: string[];
  /** Acknowledged contents that can be had neither from unf nor from the directory itself. */
  readonly contentLost: string[];
  /** Bytes that a reader was given for a row and that are not what was recorded. */
  readonly servedWrong: string[];
  /** Trees that are neither as they were before an operation nor as it was to make them. */
  readonly halfTrees: string[];
  /** Temporary files that are still there after a recovery and another save. */
  readonly leftovers: string[];
  /** Files whose content on disk is not that of their newest row. */
  readonly finalMissed: string[];
  /** Spans in which nothing recorded and of which no gap tells. */
  readonly gapUnreported: string[];
  /** Rows whose timestamp is earlier than that of a row before them. */
  readonly outOfOrder: string[];
  /** Answers that do not tell what happened: a stack trace, no cause, success on failure. */
  readonly unclear: string[];
  /** Files of the home that hold what a person ordered to be forgotten. */
  readonly secretsLeft: string[];
  /** Programs that ended by themselves in a way nobody foresaw. */
  readonly crash: string[];
  /** Programs that did not end in their time. */
  readonly hangs: string[];
}

export function noFindings(): Measures {
  return {
    ackedLost: [],
    rowsWithoutBlob: [],
    rowsBadBlob: [],
    contentLost: [],
    servedWrong: [],
    halfTrees: [],
    leftovers: [],
    finalMissed: [],
    gapUnreported: [],
    outOfOrder: [],
    unclear: [],
    secretsLeft: [],
    crash: [],
    hangs: [],
  };
}

/** Adds what was found at one point of a row; `where` goes in front of each finding. */
export function addFindings(all: Measures, found: Partial<Measures>, where: string): void {
  for (const [name, lines] of Object.entries(found)) {
    all[name as keyof Measures].push(...lines.map((line) => `${where}: ${line}`));
  }
}

/** The measures that are not zero, with how many findings each has. */
export function failing(measures: Measures): Partial<Record<keyof Measures, number>> {
  const counts = Object.entries(measures).map(([name, lines]) => [name, lines.length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Requires that nothing was found; else fails with the first few findings of each measure. */
export function assertNothingFound(measures: Measures): void {
  const lines = Object.entries(measures).flatMap(([name, found]: [string, string[]]) =>
    found.slice(0, 5).map((line) => `${name}: ${line}`),
  );
  assert.deepEqual(failing(measures), {}, lines.join("\n"));
}
