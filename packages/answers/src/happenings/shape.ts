import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const changedPath = z.strictObject({
  ...parts.pathShape("path"),
  kind: parts.eventType,
  version: parts.versionName.describe("The newest of it in this happening"),
  before: parts.versionName.nullable().describe("The version that stood before it"),
  added: z.int().nullable(),
  removed: z.int().nullable(),
});

const happening = z.strictObject({
  id: z.string().describe("The same in every answer that has it whole"),
  kind: z.enum(["turn", "stretch", "mass", "checkpoint", "operation", "gap", "baseline"]),
  project: z.strictObject({ id: z.string(), ...parts.pathShape("root") }),
  from: parts.instant,
  to: parts.instant,
  author: parts.authorShape.author.nullable(),
  title: z.string(),
  cause: z.string().optional().describe("The command of git, or why a gap is there"),
  turn: parts.turnName.optional(),
  session: z.string().optional(),
  operation: parts.operationName.optional(),
  taken_back_by: parts.operationName.nullable().optional(),
  files: z.int(),
  added: z.int().nullable(),
  removed: z.int().nullable(),
  paths: z.array(changedPath),
  more_paths: z.int(),
});

/** One page of happenings, newest first. */
export const happeningsShape = z.strictObject({
  happenings: z.array(happening),
  next: parts.nextCursor,
  recording: z.boolean().describe("Changes of every project that is meant are being recorded"),
});

/** How many versions were recorded when, and by whom. */
export const densityShape = z.strictObject({
  from: parts.instant,
  to: parts.instant,
  total: z.int(),
  buckets: z.array(
    z.strictObject({
      from: parts.instant,
      to: parts.instant,
      total: z.int(),
      by: z.record(z.string(), z.int()).describe("By agent"),
      human: z.int().describe("Seen to change while no agent was about"),
      unknown: z.int().describe("The rest: nobody knows by whom, or by unf itself"),
    }),
  ),
});

export type HappeningsAnswer = z.infer<typeof happeningsShape>;
export type HappeningAnswer = HappeningsAnswer["happenings"][number];
export type DensityAnswer = z.infer<typeof densityShape>;
