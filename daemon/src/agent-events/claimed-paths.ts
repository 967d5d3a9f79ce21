import type { AbsPath } from "@unf/core/base";
import type { AgentEvent } from "@unf/core/sessions";
import type { ClaimedPath } from "@unf/core/timeline";

/** The files that the event claims, none when it claims anything or nothing. */
export function claimedPaths({ what }: AgentEvent): readonly ClaimedPath[] {
  return "use" in what && what.use.reach.kind === "paths" ? what.use.reach.paths : [];
}

/** The event with each of its paths replaced. */
export function mapPaths(event: AgentEvent, map: (path: AbsPath) => AbsPath): AgentEvent {
  const { cwd, what } = event;
  const moved = { ...event, cwd: cwd === null ? null : map(cwd) };
  if (!("use" in what) || what.use.reach.kind !== "paths") return moved;
  const { reach } = what.use;
  const paths = reach.paths.map((claim) => ({ ...claim, path: map(claim.path) }));
  return { ...moved, what: { ...what, use: { ...what.use, reach: { ...reach, paths } } } };
}
