import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const count = z.int().min(0);

/** Unit: ms; null: for ever. */
const age = z.number().min(0).nullable();

const group = z.strictObject({
  why: z.enum(["interim", "hourly", "daily", "weekly", "older", "binary", "cap"]),
  versions: count,
  from: parts.instant,
  to: parts.instant,
  paths: z
    .array(z.strictObject({ ...parts.pathShape("path"), versions: count }))
    .optional()
    .describe("With --verbose"),
});

const keepReason = z.enum([
  "newest",
  "fresh",
  "recent",
  "checkpoint",
  "session",
  "turn",
  "operation",
  "hourly",
  "daily",
  "weekly",
  "state",
  "deletion",
  "content",
  "unknown",
  "rename",
]);

const project = z.strictObject({
  ...parts.pathShape("root"),
  plan: parts.planName,
  versions_removed: count,
  versions_kept: count,
  bytes_freed: count,
  operations_aged: count.describe("Operations that can no more be undone"),
  policy: z.strictObject({ keep_within_ms: age, hourly_ms: age, daily_ms: age, weekly_ms: age }),
  removed: z.array(group),
  kept: z.partialRecord(keepReason, count).describe("Versions by why they stay"),
});

/** `unf prune`: what went; of a dry run what would. */
export const pruneShape = z.strictObject({ dry_run: z.boolean(), projects: z.array(project) });

/** `unf prune --undo` */
export const pruneUndoShape = z.strictObject({
  dry_run: z.boolean(),
  projects: z.array(
    z.strictObject({ ...parts.pathShape("root"), versions_back: count, versions_lost: count }),
  ),
});

export type PrunedProjectAnswer = z.infer<typeof project>;
export type PrunedGroupAnswer = z.infer<typeof group>;
export type PruneAnswer = z.infer<typeof pruneShape>;
export type PruneUndoAnswer = z.infer<typeof pruneUndoShape>;
