import { type AbsPath, encodeUtf8, isObject, type WallMs } from "@unf/core/base";
import { housekeepingPath } from "@unf/core/home";
import { formatUtc, parseUtc } from "@unf/core/time";
import { atomicReplace, readJson } from "@unf/system";

/** The state that housekeeping leaves to the next daemon. */
export interface HousekeepingNote {
  /** When each job was last done. */
  readonly runs: ReadonlyMap<string, WallMs>;
  /** Up to when ages were counted; `undefined` when that is not known. */
  readonly countedTo: WallMs | undefined;
}

/** Reads what was left. What is missing, or makes no sense, was never done. */
export function readHousekeepingNote(home: AbsPath): HousekeepingNote {
  const { jobs, counted_to } = readJson(housekeepingPath(home)) ?? {};
  const runs = new Map<string, WallMs>();
  for (const [name, instant] of isObject(jobs) ? Object.entries(jobs) : []) {
    const at = parseInstant(instant);
    if (at !== undefined) runs.set(name, at);
  }
  return { runs, countedTo: parseInstant(counted_to) };
}

export function writeHousekeepingNote(home: AbsPath, { runs, countedTo }: HousekeepingNote): void {
  const jobs = Object.fromEntries([...runs].map(([name, at]) => [name, formatUtc(at)]));
  const counted = countedTo === undefined ? {} : { counted_to: formatUtc(countedTo) };
  const text = `${JSON.stringify({ format: 1, jobs, ...counted })}\n`;
  atomicReplace(housekeepingPath(home), encodeUtf8(text), 0o600);
}

function parseInstant(raw: unknown): WallMs | undefined {
  return typeof raw === "string" ? parseUtc(raw) : undefined;
}
