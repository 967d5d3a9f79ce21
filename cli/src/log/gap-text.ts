import { escapeForDisplay } from "@unf/core/query";
import type { Gap } from "@unf/core/timeline";
import { countOf, displayWidth, type LineRoom, shortenText } from "../frame/print/columns.ts";
import { gapReason } from "../frame/print/words.ts";

/** A gap, or the gaps of several files that changed too fast as one. */
export interface ToldGap extends Pick<Gap, "reason" | "from" | "to" | "path" | "statesMissed"> {
  /** Files that it is about, where it is about files. */
  readonly files?: number;
}

/** Files that changed too fast one beside the other are told as one: a build has hundreds of them. */
export function foldGaps<G extends ToldGap>(gaps: readonly G[]): ToldGap[] {
  const told: ToldGap[] = [];
  for (const gap of gaps) {
    const last = told.at(-1);
    if (last?.path === undefined || gap.path === undefined) told.push(gap);
    else told[told.length - 1] = joined(last, gap);
  }
  return told;
}

function joined(one: ToldGap, other: ToldGap): ToldGap {
  return {
    ...one,
    from: one.from < other.from ? one.from : other.from,
    to: one.to > other.to ? one.to : other.to,
    statesMissed: (one.statesMissed ?? 0) + (other.statesMissed ?? 0),
    files: (one.files ?? 1) + 1,
  };
}

/** The line of a gap with as much of its reason as it has room for; whole with -v. */
export function fitReason(before: string, gap: ToldGap, after: string, room: LineRoom): string {
  const { width } = room.terminal;
  const texts = reasonsOf(gap).map((reason) => `${before}${reason}${after}`);
  const [whole = "", ...shorter] = texts;
  if (width === undefined || room.isVerbose) return whole;
  const fitting = texts.find((text) => displayWidth(text) <= width);
  return fitting ?? shortenText(shorter.at(-1) ?? whole, width, room.signs.ellipsis);
}

function reasonsOf(gap: ToldGap): string[] {
  const { path, files = 1, statesMissed = 0 } = gap;
  if (path === undefined) return [gapReason(gap)];
  const fast = `${files > 1 ? countOf(files, "file") : escapeForDisplay(path)} changed too fast`;
  return [`${fast}, about ${countOf(statesMissed, "state")} not kept`, fast];
}
