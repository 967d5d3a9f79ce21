import { decodeUtf8, isContentMissing, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { fingerprintQuery } from "@unf/core/query";
import { type LineMatcher, planMatcher } from "@unf/core/search";
import type { Snapshot } from "@unf/core/timeline";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { previousOf } from "../scope/version.ts";
import type { Selection } from "./selection.ts";

/** Which lines a version has to have brought or taken away. */
export interface LinesWanted {
  /** A regular expression. */
  readonly pattern: string;
  readonly ignoreCase: boolean;
  /** Hears of each version that is looked at. */
  readonly onLooked: () => void;
}

/**
 * The selection, narrowed to versions with which a line that matches came or went. Contents that are lost
 * or are no text have no lines. Throws `usage`, and `failed` for an expression that takes too long.
 */
export async function narrowToLines(
  asker: Asker,
  selection: Selection,
  { pattern, ignoreCase, onLooked }: LinesWanted,
): Promise<Selection> {
  const planned = planMatcher({ pattern, isRegExp: true, ignoreCase });
  if (planned.kind === "invalid") throw new UnfError("usage", `--grep: ${planned.why}`);
  const { matcher } = planned;
  const linesOf = rememberLines(await openCount(asker, matcher));
  const { interim } = selection.query;
  return {
    ...selection,
    ...{ matchesAll: false, isCounted: false },
    isPicked: (row, authors, source) => {
      if (selection.isPicked?.(row, authors, source) === false) return false;
      onLooked();
      const before = previousOf(source.timeline, row, interim);
      if (before?.hash === row.hash) return false;
      const old = before === undefined ? noLines : linesOf(source, before);
      return !isSame(old, linesOf(source, row));
    },
    fingerprint: fingerprintQuery([selection.fingerprint, "grep", pattern, ignoreCase]),
  };
}

/** How often each line that matches stands in a content. */
type Counts = ReadonlyMap<string, number>;

const noLines: Counts = new Map();

async function openCount(asker: Asker, matcher: LineMatcher): Promise<(text: string) => Counts> {
  const count = (text: string): Counts => {
    const counts = new Map<string, number>();
    for (const line of text.split("\n"))
      if (matcher.matches(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  };
  if (matcher.isQuick) return count;
  const runWithin = await asker.openTimeKeeper();
  return (text) => {
    let counts = noLines;
    const isDone = runWithin(limits.search.batchMsMax, () => {
      counts = count(text);
    });
    if (isDone) return counts;
    throw new UnfError("failed", "the regular expression takes too long", {
      hint: "repetitions within repetitions are what takes so long, and very long lines",
    });
  };
}

/** A content is the later one of one version and the earlier one of the next. */
const rememberedMax = 64;

function rememberLines(count: (text: string) => Counts) {
  const known = new Map<string, Counts>();
  return (source: ProjectReader, version: Snapshot): Counts => {
    const { hash } = version;
    if (hash === null) return noLines;
    const remembered = known.get(hash);
    if (remembered !== undefined) return remembered;
    const text = readText(source, version);
    const counts = text === undefined ? noLines : count(text);
    known.set(hash, counts);
    const [oldest] = known.keys();
    if (known.size > rememberedMax && oldest !== undefined) known.delete(oldest);
    return counts;
  };
}

function readText(source: ProjectReader, version: Snapshot): string | undefined {
  try {
    return decodeUtf8(source.content(version));
  } catch (thrown) {
    if (isContentMissing(thrown)) return undefined;
    throw thrown;
  }
}

function isSame(one: Counts, other: Counts): boolean {
  return one.size === other.size && [...one].every(([line, count]) => other.get(line) === count);
}
