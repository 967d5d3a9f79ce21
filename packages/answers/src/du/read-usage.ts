import {
  directoryKey,
  extensionKey,
  groupUsage,
  type HomeSize,
  type UsageGroup,
} from "@unf/core/storage";
import { renderLocalDate } from "@unf/core/time";
import type { UsageKey as TimelineKey } from "@unf/core/timeline";
import { inSteps } from "../parts/in-turn.ts";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, openScope, viewerOf } from "../scope/open-scope.ts";
import type { DuQuestion } from "./question.ts";

/** Room taken, by group. */
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
  const all = await readGroups(asker, scope, question);
  const groups = all.slice(0, question.limit);
  return {
    scope,
    groups,
    more: all.length - groups.length,
    total: all.reduce((sum, { bytes }) => sum + bytes, 0),
    size: await home.wiring.measureHome(home.reader.home, asker.breathe),
  };
}

/** Sizes in the timeline, added up; days are the person's own. */
async function readGroups(
  asker: Asker,
  { reader: { timeline }, within }: OpenScope,
  { by, depth }: DuQuestion,
): Promise<UsageGroup[]> {
  const read = <Key extends TimelineKey>(key: Key) => inSteps(asker, timeline.usage(key, within));
  const { zone } = viewerOf(asker);
  switch (by) {
    case "dir":
      return groupUsage(await read("file"), (row) => directoryKey(row, depth));
    case "file":
      return groupUsage(await read("file"), ({ path }) => path);
    case "ext":
      return groupUsage(await read("file"), extensionKey);
    case "day":
      return groupUsage(await read("minute"), ({ at }) => renderLocalDate(at, zone));
    case "session":
      return groupUsage(await read("session"), ({ session }) => session ?? "(none)");
  }
}
