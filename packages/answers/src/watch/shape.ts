import { serviceManagers } from "@unf/core/service";
import * as z from "zod";
import * as parts from "../parts/shapes.ts";
import { projectName } from "../projects/shape.ts";

const count = z.int().min(0);

const estimate = z.strictObject({
  files: count,
  bytes: count,
  complete: z.boolean().describe("False when counting was stopped; then there is more"),
  largest: z.array(z.strictObject({ directory: z.string(), files: count, bytes: count })),
});

/** A directory that another project records already. */
const part = z.strictObject({
  ...parts.pathShape("root"),
  ...parts.pathShape("part_of"),
  already: z.literal(true),
});

/** A directory as it would be watched. */
const planned = z.strictObject({
  ...parts.pathShape("root"),
  ...parts.optionalPathShape("relinked_from"),
  estimate: estimate.optional(),
});

const watched = z.strictObject({
  id: projectName,
  ...parts.pathShape("root"),
  ...parts.optionalPathShape("relinked_from"),
  state: z.literal("watching"),
  already: z.boolean(),
  backend: z.string(),
  directories: count,
  files_recorded: count,
  files_skipped: z.record(z.string(), count).describe("Files by why they are not recorded"),
  bytes: count,
});

/** `unf watch` */
export const watchShape = z.strictObject({
  dry_run: z.boolean(),
  projects: z.array(z.union([watched, part, planned])),
  service: z
    .strictObject({ manager: z.enum(serviceManagers).nullable(), enabled: z.boolean() })
    .optional()
    .describe("Whether recording begins by itself after a restart"),
  foreground: z
    .strictObject({ ended_by: z.enum(["SIGINT", "SIGTERM", "SIGHUP", "stop"]) })
    .optional()
    .describe("With --foreground"),
});

/** `unf unwatch` */
export const unwatchShape = z.strictObject({
  dry_run: z.boolean(),
  projects: z.array(
    z.strictObject({
      ...parts.pathShape("root"),
      history: z.literal("kept"),
      bytes: count.optional().describe("Of the history; not with a dry run"),
    }),
  ),
});

export type EstimateAnswer = z.infer<typeof estimate>;
export type WatchRowAnswer = WatchAnswer["projects"][number];
export type WatchAnswer = z.infer<typeof watchShape>;
export type UnwatchAnswer = z.infer<typeof unwatchShape>;
