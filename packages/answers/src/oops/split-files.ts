import { pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import { type Hunk, hasNul, splitHunks } from "@unf/core/lines";
import { nameWork, type OopsRequest, type UndoAction } from "@unf/core/operations";
import { isLinkMode, type StepState } from "@unf/core/timeline";
import type { FileChange } from "../diff/file-change.ts";
import type { OopsPreview, ProjectReader } from "../ports/history.ts";

/** A file that an oops would change, and the parts of that which can be taken back each on its own. */
export interface OopsFile {
  readonly path: RelPath;
  /** From what is there to what would be; `undefined` where it comes, goes or changes its mode whole. */
  readonly change: FileChange | undefined;
  /** Empty without a change in lines. */
  readonly hunks: readonly Hunk[];
}

/** The part of a plan that was chosen. */
export interface ChosenPart {
  /** A file, or a directory for all that is meant below it. */
  readonly path: RelPath;
  /** Hunks counted from 0; `undefined`: all of it. */
  readonly hunks: readonly number[] | undefined;
}

export type RecordedState = Extract<StepState, { readonly kind: "recorded" }>;

/** The files of the plan, in its order. `readNow`: the content of a file as the plan has seen it. */
export function splitFiles(
  { plan, contents }: Pick<OopsPreview, "plan" | "contents">,
  reader: ProjectReader,
  readNow: (path: RelPath, from: RecordedState) => Uint8Array,
): OopsFile[] {
  return plan.actions.flatMap((action) => {
    if ("why" in action) return [];
    const { path } = action;
    const after = rewriteOf(reader, contents, action);
    if (after === undefined) return [{ path, change: undefined, hunks: [] }];
    const [now, wanted] = [readNow(path, after.from), after.bytes()];
    const isText = !hasNul(now) && !hasNul(wanted);
    const sides = { before: side(path, after.from, now), after: side(path, after.to, wanted) };
    const hunks = isText ? splitHunks(now, wanted) : [];
    return [{ path, change: isText ? sides : undefined, hunks }];
  });
}

/** The plan's request, of these parts only. Turns that wrote last are named, so that no others are found. */
export function partOf(
  { request, scopes }: Pick<OopsPreview, "scopes"> & { readonly request: OopsRequest },
  parts: readonly ChosenPart[],
): OopsRequest {
  const hunks = parts.flatMap(({ path, hunks: chosen }) =>
    chosen === undefined ? [] : [{ path, chosen }],
  );
  const within = parts.map(({ path }) => path);
  return { ...nameWork(request, scopes), within, ...(hunks.length === 0 ? {} : { hunks }) };
}

/** Throws `conflict` when a file of the part is not any more what its hunks were made of. */
export function requireUnchanged(
  whole: Pick<OopsPreview, "plan">,
  part: Pick<OopsPreview, "plan">,
): void {
  const before = new Map(whole.plan.actions.map((action) => [action.path, hashOf(action)]));
  const changed = part.plan.actions.find((action) => hashOf(action) !== before.get(action.path));
  if (changed !== undefined) throw changing(changed.path);
}

export function changing(path: RelPath): UnfError {
  return new UnfError("conflict", `${pathToColumn(path)} changes just now; nothing was done`, {
    hint: "run it again",
  });
}

interface Rewrite {
  readonly from: RecordedState;
  readonly to: RecordedState;
  readonly bytes: () => Uint8Array;
}

/** Of a file that is rewritten the text that would stand there. */
function rewriteOf(
  reader: ProjectReader,
  contents: OopsPreview["contents"],
  action: Exclude<UndoAction, { readonly why: unknown }>,
): Rewrite | undefined {
  const { from, to } = action;
  if (action.kind !== "write" || !isTextFile(from) || !isTextFile(to)) return undefined;
  const merged = contents.get(to.hash);
  if (merged !== undefined) return { from, to, bytes: () => merged };
  const row = to.snapshot === null ? undefined : reader.timeline.snapshot(to.snapshot);
  return row === undefined ? undefined : { from, to, bytes: () => reader.content(row) };
}

function isTextFile(state: StepState): state is RecordedState {
  return state.kind === "recorded" && !isLinkMode(state.mode) && state.unrecordable === undefined;
}

function side(path: RelPath, { mode, hash }: RecordedState, bytes: Uint8Array) {
  return { path, mode, hash, bytes: bytes.length, snapshot: undefined, read: () => bytes };
}

function hashOf(action: UndoAction): string | undefined {
  return "from" in action && action.from.kind === "recorded" ? action.from.hash : undefined;
}
