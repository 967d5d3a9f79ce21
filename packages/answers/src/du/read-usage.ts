import {
  directoryKey,
  extensionKey,
  groupUsage,
  type HomeSize,
  type UsageGroup,
} from "@unf/core/storage";
import { renderLocalDate, type Zone } from "@unf/core/time";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, openScope, viewerOf } from "../scope/open-scope.ts";
import type { DuQuestion } from "./question.ts";

/** What takes the room. */
export interface Usage {
  readonly scope: OpenScope;
  /** The largest first. */
  readonly groups: readonly UsageGroup[];
  /** Groups that are not listed. */
  readonly more: number;
  /** Of all groups. */
  readonly total: number;
  readonly size: HomeSize;
}

/** Adds up what the contents of a project take, and what the store takes on its disk. */
export async function readUsage(asker: Asker, question: DuQuestion): Promise<Usage> {
  const home = await asker.openHome();
  const scope = openScope(asker, home, question.paths);
  const all = readGroups(scope, question, viewerOf(asker).zone);
  const groups = all.slice(0, question.limit);
  return {
    scope,
    groups,
    more: all.length - groups.length,
    total: all.reduce((sum, { bytes }) => sum + bytes, 0),
    size: await home.wiring.measureHome(home.reader.home),
  };
}

/** What the timeline says, added up; days are the person's own. */
function readGroups(
  { reader: { timeline }, within }: OpenScope,
  { by, depth }: DuQuestion,
  zone: Zone,
): UsageGroup[] {
  switch (by) {
    case "dir":
      return groupUsage(timeline.usage("file", within), (row) => directoryKey(row, depth));
    case "file":
      return groupUsage(timeline.usage("file", within), ({ path }) => path);
    case "ext":
      return groupUsage(timeline.usage("file", within), extensionKey);
    case "day":
      return groupUsage(timeline.usage("minute", within), ({ at }) => renderLocalDate(at, zone));
    case "session":
      return groupUsage(timeline.usage("session", within), ({ session }) => session ?? "(none)");
  }
}
