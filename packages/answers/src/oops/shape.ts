import * as z from "zod";
import * as orders from "../orders/shape.ts";
import * as parts from "../parts/shapes.ts";

/** The scope that is taken back: a turn, a session, or a run of changes. */
const takenScope = z.union([
  z.strictObject({
    turn: parts.turnName,
    session: z.string().nullable(),
    agent: z.string().nullable(),
  }),
  z.strictObject({ session: z.string(), agent: z.string().nullable() }),
  z.strictObject({ burst: z.strictObject({ from: parts.versionName, to: parts.versionName }) }),
]);

/** `unf oops` */
export const oopsShape = z.strictObject({
  ...parts.pathShape("root"),
  dry_run: z.boolean(),
  plan: orders.planId,
  scopes: z.array(takenScope).describe("What is taken back, the newest first"),
  ...orders.operationShape,
  unchanged: z.int().describe("Files that are as wanted already"),
  actions: z.array(orders.undoOutcome),
  doubtful: z
    .array(z.strictObject(parts.pathShape("path")))
    .describe("Files that may be of somebody else's doing: they are left alone"),
  summary: orders.summary,
});

export type TakenScopeAnswer = z.infer<typeof takenScope>;
export type OopsAnswer = z.infer<typeof oopsShape>;
