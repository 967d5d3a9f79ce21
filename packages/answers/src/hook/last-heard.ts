import { UnfError, type WallMs } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { renderAgo } from "@unf/core/time";
import type { HomeReader } from "../ports/history.ts";

/** When each agent was last heard of, in any project; one that never was is not in it. */
export function readLastHeard(
  reader: HomeReader,
  agents: readonly string[],
): ReadonlyMap<string, WallMs> {
  const heard = new Map<string, WallMs>();
  for (const project of reader.projects()) {
    try {
      using opened = reader.open(project);
      for (const agent of agents) {
        const at = newestOf(opened.timeline, agent);
        if (at > (heard.get(agent) ?? 0)) heard.set(agent, at);
      }
    } catch (thrown) {
      // Events in another history are worth showing all the same.
      if (!(thrown instanceof UnfError)) throw thrown;
    }
  }
  return heard;
}

/** `last heard 2 m ago`; hooks that are there and were never heard may not run at all. */
export function sayHeard(agent: string, heard: ReadonlyMap<string, WallMs>, now: WallMs): string {
  const at = heard.get(agent);
  return at === undefined ? "never heard" : `last heard ${renderAgo(now - at)}`;
}

/** The beginnings and ends of its newest session and turn; 0 when there is none. */
function newestOf(timeline: TimelineReader, agent: string): WallMs {
  const known = [...timeline.sessions({ agent, limit: 1 }), ...timeline.turns({ agent, limit: 1 })];
  return Math.max(
    0,
    ...known.map(({ startedAt, endedAt }) => Math.max(startedAt, endedAt ?? 0)),
  ) as WallMs;
}
