import { type Config, type SettingKey, settingKeys } from "../config/settings.ts";
import { thinsEarlier } from "../retention/thins-earlier.ts";
import type { Matter } from "./decide-consent.ts";

/** Effect of a change on recording and history: less of it, more of it, or neither is sure. */
export type Effect = "narrower" | "wider" | "other";

/** One setting that has another value. */
export interface SettingChange {
  readonly key: SettingKey;
  readonly effect: Effect;
}

/** Tables of settings that neither recording nor history nor agents' rights depend on. */
const free: readonly string[] = ["housekeeping", "log", "ui"];

/** Tables of settings that say what agents may do, and whether any of it takes a person. */
const [rights, gate] = ["mcp", "agents"] as const;

/** The settings whose values differ, in the order of the table. */
export function compareSettings(before: Config, now: Config): readonly SettingChange[] {
  return settingKeys
    .filter((key) => !isSame(before[key], now[key]))
    .map((key) => ({ key, effect: effectOf(key, before, now) }));
}

/**
 * The gravest matter that a change of settings bears on; `undefined` when it is nobody's business.
 */
export function matterOfChange(before: Config, now: Config): Matter | undefined {
  const tables = compareSettings(before, now).map(({ key }) => key.split(".")[0] ?? "");
  if (tables.includes(gate)) return "gate";
  if (tables.includes(rights)) return "rights";
  if (thinsEarlier(before, now)) return "history";
  return tables.some((table) => !free.includes(table)) ? "recording" : undefined;
}

function isSame(a: Config[SettingKey], b: Config[SettingKey]): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((name, at) => name === b[at]);
}

/** Settings of which a larger value, or `true`, records or keeps more; and those of which less. */
const morePerValue: readonly SettingKey[] = [
  "record.max_file_size",
  "record.binary",
  "record.binary_versions",
  "filter.allow_secrets",
  "secrets.record",
  "retention.keep_all",
  "retention.hourly",
  "retention.daily",
  "retention.weekly",
  "retention.turns",
  "retention.operations",
  "hooks.store_prompts",
];
const lessPerValue: readonly SettingKey[] = [
  "filter.exclude_dirs",
  "filter.exclude_extensions",
  "secrets.hash_only",
  "secrets.skip",
  "store.min_free",
  "retention.auto",
];

function effectOf(key: SettingKey, before: Config, now: Config): Effect {
  if (morePerValue.includes(key)) return grows(before[key], now[key], "wider", "narrower");
  if (lessPerValue.includes(key)) return grows(before[key], now[key], "narrower", "wider");
  if (key !== "store.cap" && key !== "store.project_cap") return "other";
  // 0 is no fixed cap.
  const [from, to] = [
    before[key] || Number.POSITIVE_INFINITY,
    now[key] || Number.POSITIVE_INFINITY,
  ];
  return to < from ? "narrower" : "wider";
}

/** Of lists, what is in the one and not in the other counts; where both have something, less wins. */
function grows(
  before: Config[SettingKey],
  now: Config[SettingKey],
  grown: Effect,
  shrunk: Effect,
): Effect {
  if (!Array.isArray(before) || !Array.isArray(now)) return now > before ? grown : shrunk;
  const hasMore = now.some((name) => !before.includes(name));
  const hasLess = before.some((name) => !now.includes(name));
  if (hasMore && hasLess) return "narrower";
  return hasMore ? grown : hasLess ? shrunk : "other";
}
