import { joinPath, pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type Hunk, hasNul, splitHunks } from "@unf/core/lines";
import { nameWork, type OopsRequest, type UndoAction } from "@unf/core/operations";
import { isLinkMode, type StepState } from "@unf/core/timeline";
import { type FileChange, maskPathOf } from "../diff/file-change.ts";
import { hunkAnswers } from "../diff/file-diff-answer.ts";
import type { Asker } from "../ports/asker.ts";
import type { PlannedOops } from "./plan-oops.ts";
import type { OopsHunkAnswer } from "./shape.ts";

/** A file that an oops would change, and the parts of that which can be taken back each on its own. */
export interface OopsFile {
  readonly path: RelPath;
  /** From what is on disk to what would be there; `undefined` where it comes, goes or changes its mode whole. */
  readonly change: FileChange | undefined;
  /** Empty without a change in lines. */
  readonly hunks: readonly Hunk[];
}

/** The part of a plan that a person chose. */
export interface ChosenPart {
  readonly file: OopsFile;
  /** Hunks counted from 0; `undefined`: all of the file. */
  readonly hunks: readonly number[] | undefined;
}

/** The files of the plan, in its order. Throws `conflict` for one that changes at this moment. */
export async function readOopsFiles(
  asker: Asker,
  planned: PlannedOops,
): Promise<readonly OopsFile[]> {
  const { fs, digest } = { fs: await asker.fileSystem(), digest: await asker.digest() };
  const files: OopsFile[] = [];
  for (const action of planned.plan.actions) {
    if ("why" in action) continue;
    const { path } = action;
    const after = textOf(planned, action);
    if (after === undefined) {
      files.push({ path, change: undefined, hunks: [] });
      continue;
    }
    const { root } = planned.scope.project;
    const read = fs.read(joinPath(root, path), limits.capture.fileBytesMax);
    if (read.kind !== "content" || digest(read.bytes) !== after.from.hash) throw changing(path);
    const now = read.bytes;
    const wanted = after.bytes();
    const isText = !hasNul(now) && !hasNul(wanted);
    const sides = { before: side(path, after.from, now), after: side(path, after.to, wanted) };
    files.push({
      path,
      change: isText ? sides : undefined,
      hunks: isText ? splitHunks(now, wanted) : [],
    });
  }
  return files;
}

/** The plan's request, of these parts only. Turns that wrote last are named, so that no others are found. */
export function partOf(planned: PlannedOops, parts: readonly ChosenPart[]): OopsRequest {
  const hunks = parts.flatMap(({ file, hunks: chosen }) =>
    chosen === undefined ? [] : [{ path: file.path, chosen }],
  );
  const within = parts.map(({ file }) => file.path);
  const work = nameWork(planned.request, planned.scopes);
  return { ...work, within, ...(hunks.length === 0 ? {} : { hunks }) };
}

/**
 * The hunks with these numbers, from 1 on. Throws `refused` where no file has lines that change, `usage`
 * where several have, and `not_found` for a number that there is not; `checkStale` throws before that when
 * the numbers may be those of another plan.
 */
export function chooseNumbered(
  files: readonly OopsFile[],
  numbers: Numbers,
  checkStale?: () => void,
): ChosenPart {
  const [file, ...others] = files.filter(({ hunks }) => hunks.length > 0);
  if (file === undefined)
    throw new UnfError("refused", "no lines would change: there are no hunks to choose");
  if (others.length > 0) {
    throw new UnfError(
      "usage",
      `hunks are those of one file, and ${others.length + 1} would change`,
      { hint: `name one, such as ${pathToColumn(file.path)}; -p goes through all of them` },
    );
  }
  const count = file.hunks.length;
  if (numbers.largest > count) {
    checkStale?.();
    const there = count === 1 ? "is 1 hunk" : `are ${count} hunks`;
    throw new UnfError("not_found", `there is no hunk ${numbers.largest}: there ${there}`, {
      hint: "-p --dry-run shows the hunks with their numbers",
    });
  }
  return { file, hunks: [...file.hunks.keys()].filter((index) => numbers.has(index + 1)) };
}

/** Numbers from 1 on. */
interface Numbers {
  readonly has: (number: number) => boolean;
  readonly largest: number;
}

/** Throws `conflict` when a file of the part is not any more what its hunks were made of. */
export function requireUnchanged(whole: PlannedOops, part: PlannedOops): void {
  const before = new Map(whole.plan.actions.map((action) => [action.path, hashOf(action)]));
  const changed = part.plan.actions.find((action) => hashOf(action) !== before.get(action.path));
  if (changed !== undefined) throw changing(changed.path);
}

/** Hunks by their numbers; those of the `parts` are marked as chosen, where there are any. */
export function numberOopsHunks(
  files: readonly OopsFile[],
  parts?: readonly ChosenPart[],
): OopsHunkAnswer[] {
  return files.flatMap((file) => {
    const { change, path, hunks } = file;
    if (change === undefined) return [];
    const part = parts?.find((one) => one.file === file);
    const isChosen = (index: number) =>
      part !== undefined && (part.hunks === undefined || part.hunks.includes(index));
    return hunks.map((hunk, index) => ({
      path: pathToColumn(path),
      number: index + 1,
      ...(parts === undefined ? {} : { chosen: isChosen(index) }),
      hunk:
        hunkAnswers(
          { path: maskPathOf(change), hunks: [hunk] },
          { hasWords: false, reveal: false },
        )[0] ?? null,
    }));
  });
}

type Recorded = Extract<StepState, { readonly kind: "recorded" }>;

interface WantedText {
  readonly from: Recorded;
  readonly to: Recorded;
  readonly bytes: () => Uint8Array;
}

/** Of a file that is rewritten the text that would stand there. */
function textOf(
  { scope, contents }: PlannedOops,
  action: Exclude<UndoAction, { readonly why: unknown }>,
): WantedText | undefined {
  const { from, to } = action;
  if (action.kind !== "write" || !isTextFile(from) || !isTextFile(to)) return undefined;
  const merged = contents.get(to.hash);
  if (merged !== undefined) return { from, to, bytes: () => merged };
  const { reader } = scope;
  const row = to.snapshot === null ? undefined : reader.timeline.snapshot(to.snapshot);
  return row === undefined ? undefined : { from, to, bytes: () => reader.content(row) };
}

function isTextFile(state: StepState): state is Recorded {
  return state.kind === "recorded" && !isLinkMode(state.mode) && state.unrecordable === undefined;
}

function side(path: RelPath, { mode, hash }: Recorded, bytes: Uint8Array) {
  return { path, mode, hash, bytes: bytes.length, snapshot: undefined, read: () => bytes };
}

function hashOf(action: UndoAction): string | undefined {
  return "from" in action && action.from.kind === "recorded" ? action.from.hash : undefined;
}

function changing(path: RelPath): UnfError {
  return new UnfError("conflict", `${pathToColumn(path)} changes just now; nothing was done`, {
    hint: "run it again",
  });
}
