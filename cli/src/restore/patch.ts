import {
  type AskedRestore,
  type FileInParts,
  maskPathOf,
  numberHunks,
  planPart,
  readParts,
  requireHunk,
  requirePlan,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { renderHunks } from "../diff/diff-text.ts";
import { requireNumbers } from "../frame/ask/choose-numbers.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";
import { askParts } from "../plan/ask-parts.ts";
import { dryRunAnswer, nothingToDo, type Planned, plannedAnswer, previewLines } from "./answers.ts";
import type { restoreFlags } from "./flags.ts";

/** A part that was chosen, as a plan of its own; or the answer, when nothing is to be carried out. */
export type ChosenPart =
  | { readonly kind: "chosen"; readonly planned: Planned; readonly isConfirmed: boolean }
  | { readonly kind: "answered"; readonly answer: Answer };

/**
 * Has the hunks of one file chosen: by a person, one after the other, or by `--hunks`. `whole` is the
 * plan for all of the file; `plan` makes the one for the part.
 */
export async function choosePart(
  call: Call<typeof restoreFlags>,
  whole: Planned,
  plan: (restore: AskedRestore) => Promise<Planned>,
): Promise<ChosenPart> {
  const { flags } = call;
  const file = await readParts(call.asker, whole.scope, whole.plan);
  if (file === undefined) return answered(nothingToDo(whole, flags));
  if (flags.hunks === undefined && flags["dry-run"]) return answered(listing(call, whole, file));
  const chosen =
    flags.hunks === undefined
      ? await askHunks(call, file)
      : readNumbers(flags.hunks, file, () => requirePlan(flags.plan, [whole.plan.id], "restored"));
  const planned = await planPart(whole, file, { chosen, plan });
  requirePlan(flags.plan, [whole.plan.id, planned.plan.id], "restored");
  const listed = { ...planned, hunks: numberHunks(file, chosen) };
  if (flags["dry-run"]) return answered(dryRunAnswer(listed, flags));
  if (flags.hunks !== undefined) await call.show((view) => previewLines(listed, view));
  return { kind: "chosen", planned: listed, isConfirmed: flags.hunks === undefined };
}

function answered(answer: Answer): ChosenPart {
  return { kind: "answered", answer };
}

/** `checkStale` throws when the numbers may be those of another difference than this one. */
function readNumbers(words: string, file: FileInParts, checkStale: () => void): number[] {
  const numbers = requireNumbers("hunks", words, "-p --dry-run shows the hunks with their numbers");
  requireHunk(numbers.largest, file, checkStale);
  return [...file.hunks.keys()].filter((index) => numbers.has(index + 1));
}

async function askHunks(
  call: Call<typeof restoreFlags>,
  file: FileInParts,
): Promise<readonly number[]> {
  if (!call.terminal.mayAsk) {
    throw new UnfError("usage", "--patch needs a terminal, to ask at", {
      hint: "-p --dry-run numbers the hunks, --hunks 1,3 --yes restores some of them",
    });
  }
  const { chosen } = await askParts(call, {
    count: file.hunks.length,
    noun: "hunk",
    words: ["restore", "restored"],
    show: (index, view) => hunkLines(file, index, view),
  });
  if (chosen.length > 0) return chosen;
  throw new UnfError("needs_confirmation", "nothing was done (no hunk was chosen)");
}

/** Each hunk with its number, and nothing done. */
function listing(call: Call<typeof restoreFlags>, whole: Planned, file: FileInParts): Answer {
  const { flags } = call;
  requirePlan(flags.plan, [whole.plan.id], "restored");
  const listed = { ...whole, hunks: numberHunks(file) };
  return plannedAnswer(listed, flags, function* (view) {
    yield* previewLines(listed, view);
    for (const index of file.hunks.keys()) {
      yield view.paint.heading(`hunk ${index + 1}`);
      yield* hunkLines(file, index, view);
    }
    yield "This was a dry run; nothing was changed.";
  });
}

function hunkLines({ change, hunks }: FileInParts, index: number, view: View): Iterable<string> {
  const showing = { hasWords: false, reveal: false };
  return renderHunks(
    { path: maskPathOf(change), hunks: hunks.slice(index, index + 1) },
    showing,
    view,
  );
}
