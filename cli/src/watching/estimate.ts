import type { ProjectEntry, WatchEstimate } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import type { ProjectOptions } from "@unf/core/intent";
import { escapeForDisplay } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import { judgeEstimate } from "@unf/core/watching";
import { requireYes } from "../frame/ask/confirm.ts";
import type { JsonObject } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { CliWiring, World } from "../frame/world/world.ts";

export interface EstimatePorts {
  readonly world: World;
  readonly wiring: Pick<CliWiring, "estimateWatch">;
  readonly unfHome: AbsPath;
  readonly known: readonly ProjectEntry[];
  readonly note: (text: string) => void;
}

export interface EstimateWish {
  readonly root: AbsPath;
  readonly options: ProjectOptions;
  /** The person has said that everything is to be recorded. */
  readonly isConfirmed: boolean;
  readonly mayAsk: boolean;
}

/**
 * Counts what a first sweep of the directory would record, and gets a person's yes where it is
 * unusually much. `undefined` for a directory that has a history: only what changed is recorded.
 * Throws `needs_confirmation`; nothing was done then.
 */
export async function requireEstimate(
  { world, wiring, unfHome, known, note }: EstimatePorts,
  { root, options, isConfirmed, mayAsk }: EstimateWish,
): Promise<WatchEstimate | undefined> {
  if (known.some((project) => project.root === root)) return undefined;
  const estimate = await wiring.estimateWatch(unfHome, root, options);
  const surprise = judgeEstimate(estimate, estimate.capBytes);
  if (mayAsk || surprise !== undefined) note(`${escapeForDisplay(root)}: ${sayEstimate(estimate)}`);
  if (surprise === undefined || isConfirmed) return estimate;
  if (!mayAsk) {
    throw new UnfError(
      "needs_confirmation",
      `${root} is not watched: ${sayEstimate(estimate)} would be recorded, which is ${surprise}`,
      { hint: hintOf(estimate) },
    );
  }
  const question = `That is ${surprise}. ${hintOf(estimate)}. Record all of it?`;
  requireYes({ yes: false, mayAsk: true, ask: world.ask }, question, "add --yes");
  return estimate;
}

/** `1 842 files, 12 MiB`; some of them may turn out not to be text. */
export function sayEstimate({ files, bytes, isComplete }: WatchEstimate): string {
  return `${isComplete ? "" : "more than "}${countOf(files, "file")}, ${renderBytes(bytes)}`;
}

export function estimateJson({ files, bytes, isComplete, largest }: WatchEstimate): JsonObject {
  return {
    files,
    bytes,
    complete: isComplete,
    largest: largest.map((one) => ({ ...one, directory: escapeForDisplay(one.directory) })),
  };
}

function hintOf({ largest }: WatchEstimate): string {
  const names = largest.map(
    ({ directory, bytes }) => `${escapeForDisplay(directory)}/ (${renderBytes(bytes)})`,
  );
  const most = names.length === 0 ? "" : `most is in ${names.join(", ")}; `;
  return `${most}name in a file .unfignore there what is not to be recorded, or add --yes`;
}
