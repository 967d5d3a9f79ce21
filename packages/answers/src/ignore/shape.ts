import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const verdict = z.strictObject({
  ...parts.pathShape("path"),
  recorded: z.boolean(),
  layer: z.string().nullable().describe("What left it out"),
  file: z.string().nullable().describe("Where the rule stands that decided"),
  line: z.int().min(1).nullable(),
  pattern: z.string().nullable(),
  reason: z.string(),
  ignore_files_set_aside: z.array(parts.setAside),
});

/** `unf ignore check` */
export const ignoreCheckShape = z.strictObject({
  ...parts.pathShape("root"),
  results: z.array(verdict),
});

/** `unf ignore add` */
export const ignoreAddShape = z.strictObject({
  ...parts.pathShape("root"),
  ...parts.pathShape("file"),
  dry_run: z.boolean(),
  pattern: z.string(),
  added: z.boolean().describe("False when it stands there already"),
});

/** `unf ignore accept` */
export const ignoreAcceptShape = z.strictObject({
  ...parts.pathShape("root"),
  dry_run: z.boolean(),
  accepted: z.array(z.strictObject(parts.pathShape("path"))),
});

export type IgnoreVerdictAnswer = z.infer<typeof verdict>;
export type IgnoreCheckAnswer = z.infer<typeof ignoreCheckShape>;
export type IgnoreAddAnswer = z.infer<typeof ignoreAddShape>;
export type IgnoreAcceptAnswer = z.infer<typeof ignoreAcceptShape>;
