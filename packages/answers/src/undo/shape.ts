import * as z from "zod";
import * as orders from "../orders/shape.ts";
import * as parts from "../parts/shapes.ts";

const common = {
  ...parts.pathShape("root"),
  dry_run: z.boolean(),
  plan: orders.planId,
  undone: parts.operationName.describe("The operation that is taken back"),
  operation: parts.operationName.nullable(),
  unchanged: z.int().describe("Files that are as wanted already"),
  ...orders.warningsShape,
  actions: z.array(orders.undoOutcome),
  summary: orders.summary,
};

/** `unf undo` */
export const undoShape = z.strictObject({
  ...common,
  kind: z.literal("undo"),
  redo: z.string().nullable().describe("The command that takes it back"),
});

/** `unf redo`, and an undo of an undo */
export const redoShape = z.strictObject({
  ...common,
  kind: z.literal("redo"),
  redone: parts.operationName.describe("What a person had done at first"),
  undo: z.string().nullable().describe("The command that takes it back"),
});

export type UndoAnswer = z.infer<typeof undoShape> | z.infer<typeof redoShape>;
