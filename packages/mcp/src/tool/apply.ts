import * as z from "zod";
import { carryOut } from "../answer/ask.ts";
import { takePage } from "../answer/page.ts";
import { ToolFailure } from "../base/failure.ts";
import type { Host } from "../base/host.ts";
import { given } from "../input/arguments.ts";
import type { CarriedOut } from "./own-operations.ts";
import type { Shown } from "./plans.ts";
import { actionOf, restoredOf } from "./restore.ts";
import { inversionOf, takenBackOf } from "./take-back.ts";
import { defineTool } from "./tool.ts";
import { undoneOf } from "./undo.ts";

export const restoreApply = defineTool({
  name: "unf_restore_apply",
  description:
    "Carries out exactly what unf_restore_plan, unf_oops_plan, unf_rewind_plan or unf_undo_plan showed, once; fails with code conflict and changes nothing when files have changed since. What is replaced is recorded before, so a person can take it back with unf undo.",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
  isRestore: true,
  input: z.strictObject({
    plan: given.plan.describe("plan of unf_restore_plan or another tool that plans"),
  }),
  run: async ({ host, plans, carriedOut }, { plan }) => {
    const shown = plans.take(plan);
    if (shown === undefined) {
      throw new ToolFailure("conflict", `${plan} is not planned here, or was applied`, again);
    }
    if (shown.isOfOthers === true && !(await host.mayReachOthers()))
      throw new ToolFailure("refused", "a person allows no more what reaches work of others");
    const applied = await apply(host, shown, { plan, carriedOut }).catch(sayAgain);
    const { fields, warned } = applied;
    const all: readonly Action[] = applied.actions;
    // Files that stayed come first: the rest may not fit.
    const actions = [...all].sort((a, b) => rank(a) - rank(b));
    const { rows } = takePage(actions, 0);
    return { ...fields, actions: rows, ...warned, left_out: actions.length - rows.length };
  },
});

/** Carries the order out, and notes the operation as its own. */
async function apply(
  host: Host,
  shown: Shown,
  { plan, carriedOut }: { readonly plan: string; readonly carriedOut: CarriedOut },
) {
  const terms = { plan, said: shown.said };
  const { root } = shown;
  const note = ({ operation }: { readonly operation: string | null }): void => {
    if (operation !== null) carriedOut.note(root, operation);
  };
  switch (shown.name) {
    case "restore": {
      const { value, warned } = await carryOut(host, "restore", shown, terms);
      note(value);
      return { fields: restoredOf(value), actions: value.actions.map(actionOf), warned };
    }
    case "oops": {
      const { value, warned } = await carryOut(host, "oops", shown, terms);
      note(value);
      const fields = { ...takenBackOf(value), undo: value.undo };
      return { fields, actions: value.actions.map(inversionOf), warned };
    }
    case "undo": {
      const { value, warned } = await carryOut(host, "undo", shown, terms);
      note(value);
      return { fields: undoneOf(value), actions: value.actions.map(inversionOf), warned };
    }
  }
}

const again = "plan it again and look at what it says";

/** The command's own advice is about its flags. */
function sayAgain(thrown: unknown): never {
  if (!(thrown instanceof ToolFailure) || thrown.code !== "conflict") throw thrown;
  throw new ToolFailure(thrown.code, thrown.message, again);
}

type Action = ReturnType<typeof actionOf> | ReturnType<typeof inversionOf>;

function rank(action: Action): number {
  const stays =
    "failed" in action ? action.failed === true : /^(?:kept|refused)$/.test(action.action);
  return stays ? 0 : action.why === undefined ? 2 : 1;
}
