import type { OffSwitch } from "./agent-settings.ts";

/** True when the settings, as values, turn the agent's hooks off. */
export function isSwitchedOff({ key, off }: OffSwitch, settings: unknown): boolean {
  let value = settings;
  for (const name of key) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value === off;
}
