import { limits } from "./limits.ts";
import {
  choice,
  count,
  duration,
  flag,
  names,
  patterns,
  type Setting,
  size,
  text,
} from "./setting.ts";

/** The ways to watch a project. */
export const backendNames = ["inotify", "directory", "parcel", "polling"] as const;
export type BackendName = (typeof backendNames)[number];

/**
 * Every setting of `config.toml`, in the order in which it is shown. A key is `section.name`; its
 * section is a TOML table. `unf config` and the commented default file are made from this table.
 */
export const settings = {
  "record.max_file_size": size({
    default: limits.capture.fileBytes,
    min: limits.capture.fileBytesMin,
    max: limits.capture.fileBytesMax,
    why: ["Files larger than this are not recorded."],
  }),
  "record.binary": flag({
    default: false,
    why: [
      "Records binary files (images, archives, UTF-16) up to that size like any other.",
      "Private keys and what ignore files name stay out.",
    ],
  }),
  "record.binary_versions": count({
    default: limits.retention.binaryVersions,
    min: 1,
    max: limits.retention.binaryVersionsMax,
    why: [
      "So many versions of a binary file are kept. Older ones go, but for those that a checkpoint, an",
      "open session, the edge of a turn or a restore needs.",
    ],
  }),
  "filter.exclude_dirs": names({
    default: [],
    tidy: (name) => name,
    why: ["Directories of these names are not recorded, besides .git, node_modules and the like."],
  }),
  "filter.exclude_extensions": names({
    default: [],
    tidy: (name) => name.replace(/^\.+/, "").toLowerCase(),
    why: ["Files with these extensions are not recorded, besides the built-in list."],
  }),
  "filter.allow_secrets": flag({
    default: false,
    why: [
      "Records private keys and credential files (*.pem, id_*, .ssh/ and the like), too.",
      "Their contents then stay in the history until they are pruned.",
    ],
  }),
  "secrets.record": patterns({
    default: [],
    why: [
      "What matches is recorded although it is on the built-in list of private keys and credentials.",
      "Of these three lists the stricter counts: skip, then hash_only, then record.",
    ],
  }),
  "secrets.hash_only": patterns({
    default: [],
    why: [
      "Of what matches only digest and size are recorded: that it changed, and when.",
      "Its contents cannot be shown or restored. Patterns are written as in .gitignore.",
    ],
  }),
  "secrets.skip": patterns({
    default: [],
    why: ["What matches is not recorded, besides the built-in list of private keys."],
  }),
  "store.min_free": size({
    default: limits.disk.shortBytes,
    min: limits.disk.shortBytesMin,
    max: limits.disk.shortBytesMax,
    why: [
      "Recording stops while the disk of unf's store has less free space than this,",
      "and goes on by itself once there is twice as much and 16 MiB.",
    ],
  }),
  "store.cap": size({
    default: 0,
    min: 0,
    max: limits.disk.shortBytesMax * 1024,
    why: [
      "What unf's store may take on its disk. 0: 5 GiB, or a tenth of the disk where that is less.",
      "At the cap history is thinned earlier than retention says; recording never stops for it.",
    ],
  }),
  "store.project_cap": size({
    default: 0,
    min: 0,
    max: limits.disk.shortBytesMax * 1024,
    why: [
      "The same for each project: the sizes of its contents, and its timeline. 0: no such cap.",
    ],
  }),
  "retention.auto": flag({
    default: true,
    why: [
      "Lets history thin as it ages, once a day while nothing is written, as the next six say.",
      "The newest version of every file, checkpoints and open sessions always stay.",
    ],
  }),
  "retention.keep_all": duration({
    default: limits.retention.keepAllMs,
    min: limits.retention.keepAllMsMin,
    max: limits.retention.ageMsMax,
    why: ["Every version younger than this is kept."],
  }),
  "retention.hourly": duration({
    default: limits.retention.hourlyMs,
    min: 0,
    max: limits.retention.ageMsMax,
    forever: true,
    why: ["Of those up to this age, the last one of each hour is kept."],
  }),
  "retention.daily": duration({
    default: limits.retention.dailyMs,
    min: 0,
    max: limits.retention.ageMsMax,
    forever: true,
    why: ["Of older ones up to this age, the last one of each day is kept."],
  }),
  "retention.weekly": duration({
    default: Number.POSITIVE_INFINITY,
    min: 0,
    max: limits.retention.ageMsMax,
    forever: true,
    why: ["Of older ones up to this age, the last one of each week is kept.", "0s: none."],
  }),
  "retention.turns": duration({
    default: limits.retention.turnsMs,
    min: 0,
    max: limits.retention.ageMsMax,
    forever: true,
    why: [
      "The states before and after agents' turns stay exact for so long,",
      "and in every case those of the last 100 turns of each project.",
    ],
  }),
  "retention.operations": duration({
    default: limits.retention.operationsMs,
    min: limits.retention.operationsMsMin,
    max: limits.retention.ageMsMax,
    forever: true,
    why: [
      "For so long undo takes back a restore; the newest that it can take back stays in every case,",
      "and so does one that put a file aside which could not be recorded.",
    ],
  }),
  "housekeeping.idle": duration({
    default: limits.housekeeping.idleMs,
    min: limits.housekeeping.idleMsMin,
    max: limits.housekeeping.idleMsMax,
    why: ["Thinning, collecting and packing wait until nothing was recorded for so long."],
  }),
  "watch.backend": choice({
    default: "auto",
    words: ["auto", ...backendNames],
    why: [
      "What tells of changes; UNF_BACKEND comes before it.",
      "auto: inotify, except where a network or foreign file system needs polling.",
    ],
  }),
  "hooks.store_prompts": flag({
    default: false,
    why: [
      "Keeps the whole text of prompts to agents in the history.",
      "Without it only the first line is kept, cut, as the name of a turn.",
    ],
  }),
  "log.level": choice({
    default: "info",
    words: ["error", "warn", "info", "debug"],
    why: ["How much daemon and sentinel write into their log files."],
  }),
  "ui.color": choice({
    default: "auto",
    words: ["auto", "always", "never"],
    why: ["Colours in output; --color and NO_COLOR come before it."],
  }),
  "ui.pager": text({
    default: "",
    why: [
      "The program that shows long output on a terminal.",
      "Empty: what UNF_PAGER or PAGER names, else less.",
    ],
  }),
  "mcp.allow_restore": flag({
    default: true,
    why: [
      "Whether agents that reach unf over MCP may restore files. When false, the tools are absent;",
      "what a running unf mcp has planned before cannot be carried out then, either.",
    ],
  }),
  "mcp.allow_others": flag({
    default: false,
    why: [
      "Whether agents that reach unf over MCP may take back turns of other sessions, and undo what",
      "others ordered. When false, each may do so with its own session only.",
    ],
  }),
  "agents.may_stop": flag({
    default: false,
    why: [
      "Whether coding agents may do what else takes a person at a terminal: end or narrow recording",
      "(stop, unwatch, ignore, hook uninstall, service disable, settings) and delete history (forget,",
      "prune, gc --empty-trash) with --yes. This setting itself always takes a person.",
    ],
  }),
} as const;

export type SettingKey = keyof typeof settings;

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** The value of every setting. */
export type Config = { readonly [Key in SettingKey]: ValueOf<(typeof settings)[Key]> };

/** True for the key of a setting. */
export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}

/** Every key, in the order of the table. */
export const settingKeys: readonly SettingKey[] = Object.keys(settings).filter(isSettingKey);

/** The row of a setting, as one that deals in that setting's values. */
export function settingOf<Key extends SettingKey>(key: Key): Setting<Config[Key]> {
  const rows: { readonly [K in SettingKey]: Setting<Config[K]> } = settings;
  return rows[key];
}
