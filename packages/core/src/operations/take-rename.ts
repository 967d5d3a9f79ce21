import type { RelPath } from "../base/brand.ts";
import type { StepState } from "../timeline/operation.ts";
import { isRecordedFile, isSameState } from "./step-state.ts";
import { type PathDeeds, type TakenPath, takePath } from "./take-path.ts";
import type { UndoFacts } from "./undo-facts.ts";

const noWay = { removed: new Set<RelPath>(), emptied: new Set<RelPath>() };

/**
 * Takes back that a file was moved, when somebody has written into it since: with what they wrote it
 * goes back under its old name. Gives what becomes of both paths; nothing where each of them is
 * better looked at by itself, as when the file is just as it was left.
 */
export function takeRename(
  from: PathDeeds,
  to: PathDeeds,
  facts: UndoFacts,
): readonly (readonly [RelPath, TakenPath])[] {
  const [left, arrived] = [from.runs.at(-1), to.runs[0]];
  if (left?.isFromThinned === true || arrived?.isFromThinned === true) return [];
  const now = facts.now(to.path);
  if (left?.to.kind !== "absent" || arrived?.from.kind !== "absent") return [];
  if (isUnrecordable(left.from) && isUnrecordable(arrived.to)) return leaveMoved(from, to);
  if (facts.now(from.path).kind !== "absent" || !isRecordedFile(now)) return [];
  if (to.runs.some((run) => isSameState(now, run.to))) return [];
  // As one file, that was never moved.
  const moved = { ...arrived, from: left.from };
  const runs = [...from.runs.slice(0, -1), moved, ...to.runs.slice(1)];
  const taken = takePath({ path: to.path, runs }, facts, noWay);
  const wanted = taken.change?.to ?? now;
  if (wanted.kind !== "recorded" || taken.actions.some(({ kind }) => kind === "refused")) return [];
  const { merged } = taken;
  const isKept: UndoFacts["isKept"] = (hash, bytes) =>
    merged.has(hash) || facts.isKept(hash, bytes);
  const put = takePath(
    { path: from.path, runs: [{ from: wanted, to: left.to }] },
    { ...facts, isKept },
    noWay,
  );
  const remove = takePath({ path: to.path, runs: [{ from: left.to, to: now }] }, facts, noWay);
  if (put.change === undefined || remove.change === undefined) return [];
  // The name that stays tells, too, whose lines stayed although both changed them.
  const overlaps = taken.actions.flatMap((action) =>
    "why" in action ? [{ ...action, path: from.path }] : [],
  );
  const isMerged = merged.has(wanted.hash);
  const done = put.actions.map((action) =>
    action.kind === "write" ? { ...action, merged: isMerged } : action,
  );
  return [
    [from.path, { ...put, merged, actions: [...done, ...overlaps] }],
    [to.path, remove],
  ];
}

/** Its content can be put under no name again: under the new one it is at least there. */
function leaveMoved(from: PathDeeds, to: PathDeeds): ReturnType<typeof takeRename> {
  const untouched = { change: undefined, merged: new Map() };
  return [from, to].map(({ path }) => {
    const action = { kind: "refused", path, why: "content_unrecordable" } as const;
    return [path, { ...untouched, actions: [action] }] as const;
  });
}

function isUnrecordable(state: StepState): boolean {
  return state.kind === "recorded" && state.unrecordable !== undefined;
}
