import type { OutsideChange } from "@unf/answers";
import { type Config, renderSetting } from "@unf/core/config";
import type { SettingChange } from "@unf/core/consent";
import { escapeForDisplay } from "@unf/core/query";
import { renderClock, renderLocalDate, type Zone } from "@unf/core/time";

/** One line about settings that another program than `unf config` changed. */
export function sayOutsideChange(change: OutsideChange, zone: Zone): string {
  const { at, brokenAt, changes, config } = change;
  const deed =
    at === undefined
      ? "removed outside unf"
      : `changed outside unf at ${renderLocalDate(at, zone)} ${renderClock(at, zone)}`;
  const all = changes.map((one) => sayChange(one, config)).join(", ");
  const what =
    brokenAt === undefined
      ? all || "no setting has another value"
      : `line ${brokenAt} is not valid TOML, so the settings before it count (unf config edit)`;
  return `config.toml was ${deed}: ${what}`;
}

function sayChange({ key, effect }: SettingChange, config: Config): string {
  const word = escapeForDisplay(renderSetting(key, config[key])) || "none";
  const short = word.length > longest ? `${word.slice(0, longest)}...` : word;
  return `${key} is now ${short}${effect === "other" ? "" : ` (${effect})`}`;
}

/** A list may have hundreds of names. */
const longest = 100;
