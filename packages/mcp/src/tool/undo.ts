import type { Orders } from "@unf/answers";
import * as z from "zod";
import { plan as planOrder } from "../answer/ask.ts";
import { takePage } from "../answer/page.ts";
import { ToolFailure } from "../base/failure.ts";
import { given } from "../input/arguments.ts";
import { findPlace } from "../input/place.ts";
import { readOwnOperations } from "./own-operations.ts";
import { inversionOf } from "./take-back.ts";
import { defineTool } from "./tool.ts";

export const undoPlan = defineTool({
  name: "unf_undo_plan",
  description:
    "Says what undoing an operation that you applied would change, or what doing it again would. Without a name: the last one. Newer changes of others stay. Changes nothing. Its plan is what unf_restore_apply takes.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  isRestore: true,
  input: z.strictObject({
    project: given.project,
    operation: given.operation.optional(),
    redo: z.boolean().default(false).describe("Do again what was undone"),
    offset: given.offset,
  }),
  run: async ({ host, plans, carriedOut }, { project, operation: named, redo, offset }) => {
    const { root } = await findPlace(host, project);
    const own = await readOwnOperations(host, carriedOut, root);
    const last = own.find(({ kind, isUndone }) => kind === "restore" && isUndone === redo);
    const operation = named ?? last?.id;
    if (operation === undefined)
      throw new ToolFailure("not_found", `you have ${redo ? "undone" : "applied"} nothing here`);
    const isOfOthers = !own.some(({ id }) => id === operation);
    if (isOfOthers && !(await host.mayReachOthers())) {
      throw new ToolFailure(
        "refused",
        `${operation} was not applied by you, or somebody else took it back`,
        `a person undoes it: unf undo ${operation}`,
      );
    }
    const kind = redo ? "redo" : "undo";
    const asked = { kind, operation } as const;
    const { value, warned } = await planOrder(host, "undo", root, asked);
    plans.keep(value.plan, { name: "undo", root, asked, said: [kind, operation], isOfOthers });
    const { rows, next } = takePage(value.actions.map(inversionOf), offset);
    return { ...undoneOf(value), actions: rows, ...warned, next };
  },
});

/** The fields of an undo that an agent is told, without its actions. */
export function undoneOf(value: Orders["undo"]["outcome"]) {
  const { root, plan, kind, undone, operation, unchanged, summary } = value;
  return { root, plan, kind, undone, operation, unchanged, summary };
}
