import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const count = z.int().min(0);

/** `unf stats` */
export const statsShape = z.strictObject({
  ...parts.pathShape("root"),
  since: parts.time.nullable(),
  until: parts.time.nullable(),
  first_at: parts.instant.nullable().describe("Of the versions that are counted"),
  last_at: parts.instant.nullable(),
  versions: count.describe("Settled ones, as `unf log` lists them"),
  files: count,
  kinds: z.strictObject({ create: count, modify: count, delete: count, rename: count }),
  added: count.describe("Lines"),
  removed: count,
  authors: z.array(
    z.strictObject({
      type: z.enum(["human", "agent", "unf", "unknown"]),
      name: z.string().nullable(),
      versions: count,
    }),
  ),
  busiest_day: z.strictObject({ day: z.string(), versions: count }).nullable(),
  busiest_hour: z
    .strictObject({ hour: z.int().min(0).max(23), versions: count })
    .nullable()
    .describe("Of the day, over all days"),
  most_changed: z.array(z.strictObject({ ...parts.pathShape("path"), versions: count })),
  sessions: count,
  turns: count,
  checkpoints: count,
  operations: count,
  gaps: z.strictObject({ count, ms: count.describe("While nothing was recorded") }),
});

export type StatsAnswer = z.infer<typeof statsShape>;
