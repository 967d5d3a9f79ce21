import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const count = z.int().min(0);

const history = z.strictObject({
  ...parts.pathShape("root"),
  state: z
    .enum(["new", "before", "known", "empty", "failed"])
    .describe(
      "Of a new project, put before one that is there, imported already, nothing, unreadable",
    ),
  versions: count,
  files: count,
  first_at: parts.instant.nullable(),
  last_at: parts.instant.nullable(),
  sessions: count,
  checkpoints: count,
  left_out: z.record(z.string(), count).describe("Versions by why they are left out"),
  renumbered: count.describe("Versions that were there and have higher numbers now"),
  why: z.string().optional().describe("Why it cannot be read"),
  kept_in: z.string().nullable().describe("Where the timeline from before is kept"),
  kept_in_b64: parts.base64.optional(),
});

/** `unf import`: what was taken over; of a dry run what would be. */
export const importShape = z.strictObject({
  source: z.enum(["unfudged", "agent-undo"]),
  dry_run: z.boolean(),
  projects: count,
  versions: count,
  histories: z.array(history),
});

export type ImportAnswer = z.infer<typeof importShape>;
