import * as z from "zod";

/** `unf version` */
export const versionShape = z.strictObject({
  version: z.string(),
  node: z.string().describe("Version of the runtime"),
  platform: z.string(),
  store_format: z.int(),
});

/** `unf update` */
export const updateShape = z.strictObject({
  version: z.string().describe("The one that runs"),
  installed_by: z.enum([
    ...(["npm", "pnpm", "homebrew", "deb", "pacman", "executable", "sources"] as const),
  ]),
  program: z.string(),
  command: z.string(),
  note: z.string().nullable().describe("What a name in the command stands for"),
});

/** `unf help` */
export const helpShape = z.strictObject({ text: z.string() });

/** `unf uninstall` */
export const uninstallShape = z.strictObject({
  dry_run: z.boolean(),
  steps: z.array(z.strictObject({ name: z.enum(["hooks", "service", "recorder"]), exit: z.int() })),
  home: z.string(),
  history: z.enum(["kept", "deleted", "none"]),
  left: z.array(z.string()).describe("Names in the home that are not unf's, and stay"),
});

/** `unf man` */
export const manShape = z.strictObject({
  pages: z.array(z.strictObject({ file: z.string(), text: z.string().describe("Roff") })),
});

/** `unf completion` */
export const completionShape = z.strictObject({ shell: z.string(), script: z.string() });

/** `unf complete` */
export const completeShape = z.strictObject({
  shell_adds: z.enum(["files", "directories", "programs", "none"]),
  candidates: z.array(z.strictObject({ value: z.string(), about: z.string() })),
});

/** `unf schema` */
export const schemasShape = z.strictObject({ names: z.array(z.string()) });

/** `unf schema <name>` */
export const schemaShape = z.strictObject({
  name: z.string(),
  json_schema: z.record(z.string(), z.unknown()).describe("JSON Schema, draft 2020-12"),
});

/** A failure, on stderr; the one document that does not say when it was made. */
export const errorShape = z.strictObject({
  code: z.string(),
  exit: z.int(),
  message: z.string(),
  hint: z.string().optional(),
});

export type SchemasAnswer = z.infer<typeof schemasShape>;
export type SchemaAnswer = z.infer<typeof schemaShape>;
export type UninstallAnswer = z.infer<typeof uninstallShape>;
export type ManAnswer = z.infer<typeof manShape>;
export type CompletionAnswer = z.infer<typeof completionShape>;
export type CompleteAnswer = z.infer<typeof completeShape>;
export type ErrorAnswer = z.infer<typeof errorShape>;
export type UpdateAnswer = z.infer<typeof updateShape>;
export type UnfVersionAnswer = z.infer<typeof versionShape>;
export type HelpAnswer = z.infer<typeof helpShape>;
