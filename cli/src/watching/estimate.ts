import { type OpenHome, readEstimate, type WatchEstimate } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import type { WatchOptions } from "@unf/protocol";
import { requireYes } from "../frame/ask/confirm.ts";
import { reading } from "../frame/call/wait-words.ts";
import { whileStepping } from "../frame/call/waiting.ts";
import { countOf } from "../frame/print/columns.ts";
import type { Terminal } from "../frame/terminal/terminal.ts";
import type { World } from "../frame/world/world.ts";

export interface EstimateCall {
  readonly world: World;
  readonly terminal: Terminal;
  readonly home: OpenHome;
  readonly mayAsk: boolean;
  readonly note: (text: string) => void;
}

export interface EstimateRequest {
  readonly root: AbsPath;
  readonly options: WatchOptions;
  /** The person has said that everything is to be recorded. */
  readonly isConfirmed: boolean;
}

/**
 * Counts what a first sweep of the directory would record, and gets a person's yes where it is
 * unusually much. `undefined` for a directory that has a history: only what changed is recorded.
 * Throws `needs_confirmation`; nothing was done then.
 */
export async function requireEstimate(
  { world, terminal, home, mayAsk, note }: EstimateCall,
  { root, options, isConfirmed }: EstimateRequest,
): Promise<WatchEstimate | undefined> {
  const judged = await whileStepping({ world, terminal }, counting, (turn) =>
    readEstimate(home, root, options, turn),
  );
  if (judged === undefined) return undefined;
  const { estimate, surprise } = judged;
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

/** Nothing of unf's own is there before the count. */
const counting = reading("Counting", "files", "without counting: add --yes");

/** `1 842 files, 12 MiB`; some of them may turn out not to be text. */
export function sayEstimate({ files, bytes, isComplete }: WatchEstimate): string {
  return `${isComplete ? "" : "more than "}${countOf(files, "file")}, ${renderBytes(bytes)}`;
}

function hintOf({ largest }: WatchEstimate): string {
  const names = largest.map(
    ({ directory, bytes }) => `${escapeForDisplay(directory)}/ (${renderBytes(bytes)})`,
  );
  const most = names.length === 0 ? "" : `most is in ${names.join(", ")}; `;
  return `${most}name in a file .unfignore there what is not to be recorded, or add --yes`;
}
