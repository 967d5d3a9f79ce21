import { type AbsPath, encodeUtf8, formatUtc, parseUtc, type WallMs } from "@unf/core";
import { atomicReplace, housekeepingPath, readText } from "@unf/system";

/** When each job was last done; empty when that is not known. */
export function readHousekeepingRuns(home: AbsPath): ReadonlyMap<string, WallMs> {
  const text = readText(housekeepingPath(home));
  return text === undefined ? new Map() : parseRuns(text);
}

export function writeHousekeepingRuns(home: AbsPath, runs: ReadonlyMap<string, WallMs>): void {
  const jobs = Object.fromEntries([...runs].map(([name, at]) => [name, formatUtc(at)]));
  const text = `${JSON.stringify({ format: 1, jobs })}\n`;
  atomicReplace(housekeepingPath(home), encodeUtf8(text), 0o600);
}

/** Damaged text, and what has no instant, is a job that was never done. */
function parseRuns(text: string): Map<string, WallMs> {
  const runs = new Map<string, WallMs>();
  for (const [, name = "", instant = ""] of text.matchAll(/"([a-z_]+)":"([^"]{24})"/g)) {
    const at = parseUtc(instant);
    if (at !== undefined) runs.set(name, at);
  }
  return runs;
}
