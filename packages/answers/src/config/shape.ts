import * as z from "zod";
import * as parts from "../parts/shapes.ts";

/** `forever` stands for a number without end, which JSON has not. */
const value = z.union([z.boolean(), z.number(), z.string(), z.array(z.string())]);

const setting = z.strictObject({
  key: z.string(),
  value,
  origin: z.enum(["file", "default"]),
});

/** `unf config get` */
export const settingsShape = z.strictObject({ settings: z.array(setting) });

/** `unf config get <key>` */
export const settingShape = setting;

/** `unf config set` and `unset` */
export const settingChangedShape = z.strictObject({
  key: z.string(),
  value,
  dry_run: z.boolean(),
  changed: z.boolean(),
  daemon_told: z.boolean().nullable().describe("The running daemon knows; null where none runs"),
});

/** `unf config path` and `edit` */
export const settingsPathShape = z.strictObject(parts.pathShape("path"));

/** `unf config default` */
export const settingsTextShape = z.strictObject({ text: z.string() });

export type SettingAnswer = z.infer<typeof setting>;
export type SettingsAnswer = z.infer<typeof settingsShape>;
export type SettingChangedAnswer = z.infer<typeof settingChangedShape>;
