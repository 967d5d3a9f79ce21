import * as z from "zod";

/** `unf version` */
export const versionShape = z.strictObject({
  version: z.string(),
  node: z.string().describe("Version of the runtime"),
  platform: z.string(),
  store_format: z.int(),
});

/** `unf help` */
export const helpShape = z.strictObject({ text: z.string() });

export type UnfVersionAnswer = z.infer<typeof versionShape>;
export type HelpAnswer = z.infer<typeof helpShape>;
