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

/** A hunk to choose from, of those of its file; `chosen` is there once it was chosen among them. */
const oopsHunk = z.strictObject({
  path: z.string(),
  number: z.int().min(1),
  chosen: z.boolean().optional(),
  hunk: parts.hunk.nullable(),
});

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
  hunks: z.array(oopsHunk).optional(),
});

export type TakenScopeAnswer = z.infer<typeof takenScope>;
export type OopsHunkAnswer = z.infer<typeof oopsHunk>;
export type OopsAnswer = z.infer<typeof oopsShape>;
