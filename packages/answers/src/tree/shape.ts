import * as z from "zod";
import * as parts from "../parts/shapes.ts";

/** One level of a directory as it was, in path order, and how it differs from what is recorded last. */
export const treeShape = z.strictObject({
  at: parts.instant,
  ...parts.pathShape("path"),
  entries: z.array(
    z.strictObject({
      ...parts.pathShape("path"),
      kind: z.enum(["file", "directory"]),
      version: parts.versionName.optional().describe("Of a file; of a new one that of now"),
      bytes: z.int().optional(),
      state: z
        .enum(["same", "changed", "gone", "new", "thinned"])
        .describe("`gone`: not there now; `new`: not there then; `thinned`: no longer kept"),
    }),
  ),
  total: z.int().describe("Entries of the directory, on all pages"),
  next: z.string().nullable(),
});

export type TreeAnswer = z.infer<typeof treeShape>;
