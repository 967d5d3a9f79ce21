import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const count = z.int().min(0);

/** Files that did not get into an export, and why. */
const leftOutShape = {
  left_out: z.array(
    z.strictObject({ ...parts.pathShape("path"), why: z.enum(["secret", "name", "withheld"]) }),
  ),
  lost: z
    .array(z.strictObject({ ...parts.pathShape("path"), version: parts.versionName }))
    .describe("Versions whose content is lost"),
  ...parts.thinnedShape,
};

/** `unf export git` */
export const exportGitShape = z.strictObject({
  format: z.literal("git"),
  dry_run: z.boolean(),
  ...parts.pathShape("root"),
  ...parts.pathShape("repo"),
  ref: z.string(),
  commits: count,
  versions: count,
  appended: z.boolean().describe("The ref was there and is gone on with"),
  forgotten_since: count.describe("Orders to forget since the ref was begun: it may hold that"),
  ...leftOutShape,
});

/** `unf export tar` */
export const exportTarShape = z.strictObject({
  format: z.literal("tar"),
  dry_run: z.boolean(),
  ...parts.pathShape("root"),
  at: parts.time,
  output: z.string(),
  files: count,
  bytes: count,
  ...leftOutShape,
});

export type ExportGitAnswer = z.infer<typeof exportGitShape>;
export type ExportTarAnswer = z.infer<typeof exportTarShape>;
export type LeftOutFields = Pick<ExportGitAnswer, "left_out" | "lost" | "thinned">;
