import type { LogQuestion } from "@unf/answers";
import { limits } from "@unf/core/config";
import type { FlagTable, FlagValues } from "../frame/argv/flag.ts";
import { limitFlag } from "../frame/argv/limit-flag.ts";
import type { Call } from "../frame/call/command.ts";

/** The flags of `unf log`. */
export const logFlags = {
  since: { kind: "text", value: "<time>", help: "Only versions from then on" },
  until: { kind: "text", value: "<time>", help: "Only versions up to then" },
  include: { kind: "list", value: "<glob>", help: "Only paths that match; may be repeated" },
  exclude: { kind: "list", value: "<glob>", help: "No paths that match; may be repeated" },
  "ignore-case": { kind: "switch", short: "i", help: "Globs and --grep do not tell A from a" },
  kind: {
    kind: "choices",
    choices: ["create", "modify", "delete", "rename"],
    help: "Only these kinds of change",
  },
  author: {
    kind: "text",
    value: "<name>",
    help: "Only versions by human, by one agent (claude-code), or by any of them ($all-agent)",
  },
  session: { kind: "text", value: "<id>", help: "Only versions of this session of an agent" },
  turn: { kind: "text", value: "<t-12>", help: "Only versions of this turn" },
  grep: {
    kind: "text",
    value: "<regexp>",
    help: "Only versions with which a line that matches came or went",
  },
  all: {
    kind: "switch",
    help: "Interim versions too: states the file passed through within 3 seconds",
  },
  files: {
    kind: "switch",
    help: "On a terminal: each file by itself, also of what happened to many at once",
  },
  limit: {
    ...limitFlag("versions", limits.query.rows),
    help: `At most so many versions, groups, or lines where happenings are lines (default ${limits.query.rows})`,
  },
  cursor: { kind: "text", value: "<cursor>", help: "Go on where an earlier listing ended" },
  reverse: { kind: "switch", help: "Oldest first" },
  group: {
    kind: "choice",
    choices: ["file", "turn", "session"],
    help: "Gather the versions of each file, turn or session",
  },
  sessions: {
    kind: "switch",
    help: "Sessions of agents and stretches of work of people instead of versions",
  },
  global: { kind: "switch", help: "All projects, merged by time" },
  "include-project": {
    kind: "list",
    value: "<name>",
    help: "With --global: only these (name, path, or with *)",
  },
  "exclude-project": { kind: "list", value: "<name>", help: "With --global: not these" },
  stat: { kind: "switch", help: "A bar of added and removed lines, and sums" },
  patch: { kind: "switch", short: "p", help: "What each version changed, line by line" },
  reveal: { kind: "switch", help: "With -p: show secrets instead of masking them" },
  "no-follow": {
    kind: "switch",
    help: "For one file: stop at a rename instead of going on with its former name",
  },
  follow: { kind: "switch", short: "f", help: "Go on and print versions as they are recorded" },
  histogram: {
    kind: "optional-count",
    value: "<buckets>",
    alias: "density",
    min: 1,
    max: limits.query.bucketsMax,
    default: 48,
    help: "Count versions over time instead of listing them, in at most so many buckets (48)",
  },
} as const satisfies FlagTable;

export type LogFlags = FlagValues<typeof logFlags>;

/** The question that the flags and words ask. */
export function logQuestion({
  args,
  flags,
}: Pick<Call<typeof logFlags>, "args" | "flags">): LogQuestion {
  const { include, exclude, since, until, author, session, turn } = flags;
  return {
    ...{ include, exclude, since, until, author, session, turn },
    paths: args,
    isGlobal: flags.global,
    includeProjects: flags["include-project"],
    excludeProjects: flags["exclude-project"],
    ignoreCase: flags["ignore-case"],
    kinds: flags.kind,
    interim: flags.all,
    isReverse: flags.reverse,
    noFollow: flags["no-follow"],
  };
}
