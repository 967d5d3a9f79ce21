import {
  type ChosenPart,
  chooseNumbered,
  maskPathOf,
  numberOopsHunks,
  type OopsFile,
  type OopsRequest,
  type PlannedOops,
  partOf,
  readOopsFiles,
  requirePlan,
  requireUnchanged,
} from "@unf/answers";
import { pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { renderHunks } from "../diff/diff-text.ts";
import { requireNumbers } from "../frame/ask/choose-numbers.ts";
import type { Call } from "../frame/call/command.ts";
import type { View } from "../frame/print/view.ts";
import { askParts } from "../plan/ask-parts.ts";
import { renderOutcomes } from "../plan/outcome-text.ts";
import type { oopsFlags } from "./flags.ts";

/** An oops, and the hunks to choose from or those that were chosen, where anybody asked for them. */
export interface OopsInParts extends PlannedOops {
  readonly hunks?: ReturnType<typeof numberOopsHunks>;
  /** True where a person said yes to each part. */
  readonly isConfirmed?: true;
  /** The hunks to choose from, for the eyes. */
  readonly listing?: (view: View) => Iterable<string>;
}

const hint = "-p --dry-run shows the hunks with their numbers";

type OopsCall = Call<typeof oopsFlags>;
type Plan = (request: OopsRequest) => Promise<PlannedOops>;

/** The plan narrowed to the files that a person picks from its list. */
export async function pickOopsFiles(
  call: OopsCall,
  whole: PlannedOops,
  plan: Plan,
): Promise<PlannedOops> {
  const { pickFiles } = await import("../plan/pick-files.ts");
  const picked = await pickFiles(call, whole, { verb: "Take back", hint: "name the paths" });
  return plan(
    partOf(
      whole,
      picked.map((path) => ({ path, hunks: undefined })),
    ),
  );
}

/**
 * The plan narrowed to hunks: those that a person says yes to, one after the other, or of one file those
 * that `--hunks` names. A dry run without numbers lists them all.
 */
export async function chooseOopsParts(
  call: OopsCall,
  whole: PlannedOops,
  plan: Plan,
): Promise<OopsInParts> {
  const { flags } = call;
  const files = await readOopsFiles(call.asker, whole);
  if (flags.hunks === undefined && flags["dry-run"])
    return {
      ...whole,
      hunks: numberOopsHunks(files),
      listing: (view) => hunkListing(files, view),
    };
  const parts =
    flags.hunks === undefined
      ? await askFiles(call, whole, files)
      : [
          chooseNumbered(files, requireNumbers("hunks", flags.hunks, hint), () =>
            requirePlan(flags.plan, [whole.plan.id], "done"),
          ),
        ];
  if (parts.length === 0)
    throw new UnfError("needs_confirmation", "nothing was done (nothing was chosen)");
  const planned = await plan(partOf(whole, parts));
  requireUnchanged(whole, planned);
  const asked = flags.hunks === undefined ? { isConfirmed: true as const } : {};
  return { ...planned, ...asked, hunks: numberOopsHunks(files, parts) };
}

/** Each hunk of the files with its number. */
function* hunkListing(files: readonly OopsFile[], view: View): Generator<string> {
  for (const file of files) {
    for (const index of file.hunks.keys()) {
      const name = escapeForDisplay(pathToColumn(file.path));
      yield view.paint.heading(`${name} hunk ${index + 1}`);
      yield* hunkLines(file, index, view);
    }
  }
}

async function askFiles(
  call: OopsCall,
  whole: PlannedOops,
  files: readonly OopsFile[],
): Promise<readonly ChosenPart[]> {
  if (!call.terminal.mayAsk) {
    throw new UnfError("usage", "--patch needs a terminal, to ask at", {
      hint: "-p --dry-run numbers the hunks, FILE --hunks 1,3 --yes takes some of them back",
    });
  }
  const parts: ChosenPart[] = [];
  for (const file of files) {
    const isWhole = file.hunks.length === 0;
    const count = isWhole ? 1 : file.hunks.length;
    const { chosen, isOver } = await askParts(call, {
      count,
      noun: isWhole ? "file" : "hunk",
      words: ["take back", "taken back"],
      show: (index, view) =>
        isWhole ? outcomeLines(whole, file.path, view) : hunkWithName(file, index, view),
    });
    if (chosen.length > 0)
      parts.push({ path: file.path, hunks: chosen.length === count ? undefined : chosen });
    if (isOver) break;
  }
  return parts;
}

function outcomeLines({ actions }: PlannedOops, path: RelPath, view: View): Iterable<string> {
  return renderOutcomes(
    actions.filter((action) => action.path === path),
    view,
  );
}

function* hunkWithName(file: OopsFile, index: number, view: View): Generator<string> {
  if (index === 0) yield view.paint.heading(escapeForDisplay(pathToColumn(file.path)));
  yield* hunkLines(file, index, view);
}

function hunkLines({ change, hunks }: OopsFile, index: number, view: View): Iterable<string> {
  if (change === undefined) return [];
  const showing = { hasWords: false, reveal: false };
  const one = { path: maskPathOf(change), hunks: hunks.slice(index, index + 1) };
  return renderHunks(one, showing, view);
}
