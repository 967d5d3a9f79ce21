import * as z from "zod";
import * as parts from "../parts/shapes.ts";

/** `unf cat` */
export const showShape = z.strictObject({
  ...parts.pathShape("root"),
  ...parts.pathShape("path"),
  ...parts.pathShape("file"),
  version: parts.versionName,
  at: parts.moment,
  bytes: z.int(),
  hash: z.string().startsWith("b3:").nullable(),
  mode: z.string().regex(/^[0-7]+$/),
  link: z.boolean().describe("The content is the target of a symbolic link"),
  encoding: z.enum(["utf-8", "base64"]),
  content: z.string().optional(),
  content_b64: parts.base64.optional().describe("The content, where it is not UTF-8"),
});

export type ShowAnswer = z.infer<typeof showShape>;
