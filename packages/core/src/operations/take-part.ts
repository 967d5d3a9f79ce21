import type { RelPath } from "../base/brand.ts";
import { chooseHunks } from "../lines/choose-hunks.ts";
import { type RefusalReason, whyMissing } from "../refusals/refusal.ts";
import { isRecordedFile } from "./step-state.ts";
import type { TakenPath } from "./take-path.ts";
import type { UndoFacts } from "./undo-facts.ts";

/** Hunks of one file, of those that `splitHunks` finds between what stands there and what would. */
export interface ChosenHunks {
  readonly path: RelPath;
  /** Counted from 0. */
  readonly chosen: readonly number[];
}

/**
 * Of what would be done to a file only these hunks. The mode stays: it is none of them. A file that comes
 * or goes whole has none, and is refused.
 */
export function takePart(
  taken: TakenPath,
  { path, chosen }: ChosenHunks,
  facts: UndoFacts,
): TakenPath {
  const { change } = taken;
  if (change === undefined) return taken;
  const { from, to: whole } = change;
  if (!isRecordedFile(from) || !isRecordedFile(whole))
    return refuse(taken, path, "not_a_text_file");
  const now = facts.content(from.hash);
  const wanted = taken.merged.get(whole.hash) ?? facts.content(whole.hash);
  if (now === undefined || wanted === undefined)
    return refuse(taken, path, whyMissing(now === undefined ? from : whole));
  if (now.includes(0) || wanted.includes(0)) return refuse(taken, path, "not_a_text_file");
  const bytes = chooseHunks(now, wanted, chosen);
  if (bytes === undefined) return refuse(taken, path, "no_such_hunk");
  const hash = facts.digest(bytes);
  const left = taken.actions.filter((action) => "why" in action);
  if (hash === from.hash) return { actions: left, change: undefined, merged: new Map() };
  const { mode } = from;
  const to = { kind: "recorded", hash, bytes: bytes.length, mode, snapshot: null } as const;
  const action = { kind: "write", path, from, to, merged: true } as const;
  return { actions: [action, ...left], change: action, merged: new Map([[hash, bytes]]) };
}

function refuse({ merged }: TakenPath, path: RelPath, why: RefusalReason): TakenPath {
  return { actions: [{ kind: "refused", path, why }], change: undefined, merged };
}
