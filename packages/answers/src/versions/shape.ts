import * as z from "zod";
import { version } from "../log/shape.ts";
import * as parts from "../parts/shapes.ts";

/** Versions of one file, newest first. */
export const versionsShape = z.strictObject({
  ...parts.pathShape("path"),
  versions: z.array(version),
  total: z.int().describe("Versions on all pages"),
  next: parts.nextCursor,
});

export type VersionsAnswer = z.infer<typeof versionsShape>;
