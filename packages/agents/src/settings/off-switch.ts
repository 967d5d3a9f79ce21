import type { OffSwitch } from "./agent-settings.ts";
import { valueAt } from "./value-at.ts";

/** True when the settings, as values, turn the agent's hooks off. */
export function isSwitchedOff({ key, off }: OffSwitch, settings: unknown): boolean {
  const value = valueAt(settings, key);
  return value === off || (Array.isArray(value) && value.includes(off));
}
