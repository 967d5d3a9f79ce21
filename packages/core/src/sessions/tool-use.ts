import type { ClaimedPath, Reach } from "../timeline/reach.ts";
import type { ToolUse } from "./agent-event.ts";

/** True for the start and the end of one call. An agent without ids says the same at both. */
export function isSameUse(started: ToolUse, ended: ToolUse): boolean {
  if (started.call !== null || ended.call !== null) return started.call === ended.call;
  return started.tool === ended.tool && reachKey(started) === reachKey(ended);
}

/**
 * Extends the reach `started` of a call by what its end tells: further files, or contents that were
 * not known before. `undefined` when it tells no more. A command stays one that can have written
 * anything.
 */
export function extendReach(started: Reach, ended: Reach): Reach | undefined {
  if (ended.kind !== "paths" || started.kind === "shell") return undefined;
  const claims = new Map<string, ClaimedPath>();
  const before = started.kind === "paths" ? started.paths : [];
  for (const claim of before) claims.set(claim.path, claim);
  for (const claim of ended.paths) claims.set(claim.path, { ...claims.get(claim.path), ...claim });
  const paths = [...claims.values()];
  const isMore =
    paths.length > before.length || paths.some(({ hash }, index) => hash !== before[index]?.hash);
  return isMore ? { ...ended, paths } : undefined;
}

/** Tells reaches apart. Contents are left out: they are often known only at the end. */
export function reachKey({ reach }: ToolUse): string {
  if (reach.kind !== "paths") return JSON.stringify(reach);
  return JSON.stringify(reach.paths.map(({ path }) => path).sort());
}
