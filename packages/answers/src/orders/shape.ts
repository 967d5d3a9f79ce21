import * as z from "zod";
import * as parts from "../parts/shapes.ts";

// The parts that answers about orders have: restores, undos, redos, and what an oops takes back.

const fileShape = {
  ...parts.pathShape("path"),
  from: parts.versionName.nullable().describe("The version that stands there"),
  to: parts.versionName.nullable().describe("The version that is put there"),
};

const whyShape = {
  why: z.string().optional().describe("Why it is kept or refused: a word or the system's code"),
};

const aftermathShape = {
  rescued: z.string().optional().describe("Where content that could not be recorded was put"),
  unkept: z.array(z.string()).optional().describe("What the new file could not take over"),
};

/** A file of a restore, planned or carried out. */
export const restoreOutcome = z
  .strictObject({
    path: fileShape.path,
    path_b64: fileShape.path_b64,
    action: z.enum(["write", "chmod", "delete", "kept_newer", "kept_changed", "refused"]),
    from: fileShape.from,
    to: fileShape.to,
    added: z.int().nullable(),
    removed: z.int().nullable(),
    failed: z.literal(true).optional(),
    ...whyShape,
    nearest: parts.versionName.optional().describe("The nearest version whose content is kept"),
    ...aftermathShape,
    names: z.int().optional().describe("How many names the file has, where it has several"),
  })
  .meta({ id: "restore_outcome" });

/** A file of an undo, a redo or an oops, planned or carried out. */
export const undoOutcome = z
  .strictObject({
    path: fileShape.path,
    path_b64: fileShape.path_b64,
    action: z.enum(["write", "chmod", "delete", "kept", "refused"]),
    from: fileShape.from,
    to: fileShape.to,
    merged: z.literal(true).optional().describe("The newer change of somebody else stays in it"),
    ...whyShape,
    overlaps: z
      .array(z.strictObject({ line: z.int(), lines: z.int() }))
      .optional()
      .describe("Lines of the file as it stands that are kept"),
    ...aftermathShape,
  })
  .meta({ id: "undo_outcome" });

/** How many files came to what. */
export const summary = z.strictObject({
  written: z.int(),
  deleted: z.int(),
  kept: z.int(),
  failed: z.int(),
});

/** The operation that an order became, and the command that takes it back; null when none did. */
export const operationShape = {
  operation: parts.operationName.nullable(),
  undo: z.string().nullable(),
};

export const planId = z.string().regex(/^pl-[0-9a-f]+$/);

export const warningsShape = { warnings: z.array(z.string()).optional() };

export type RestoreOutcomeAnswer = z.infer<typeof restoreOutcome>;
export type UndoOutcomeAnswer = z.infer<typeof undoOutcome>;
export type SummaryAnswer = z.infer<typeof summary>;
