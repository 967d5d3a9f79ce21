/** Commands of UNF, AgentUndo, git and other tools, with the line that does the same here. */
export const foreignCommands: Readonly<Record<string, string>> = {
  init: "unf watch .",
  add: "unf watch <dir>",
  serve: "unf start",
  pin: "unf checkpoint <name>",
  unpin: "unf checkpoint --restore <name>",
  wrap: "unf hook install <agent>",
  rewind: "unf restore --turn <t-12>",
  revert: "unf oops <t-12>",
  undelete: "unf deleted --restore <numbers>",
  history: "unf log",
  hist: "unf log",
  st: "unf status",
  ls: "unf list",
  grep: "unf search <text>",
  annotate: "unf blame <file>",
  commit: "unf checkpoint <name>",
  tag: "unf checkpoint <name>",
  snapshot: "unf checkpoint <name>",
  snapshots: "unf log",
  reset: "unf restore --at <time>",
  reflog: "unf ops",
  clean: "unf prune -n",
};

/** Flags of theirs, by command where they mean different things; `*`: everywhere. */
const foreignFlags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "*": {
    snapshot: "--version <v>",
    s: "--version <v> names a version, --stat counts lines",
    "all-projects": "prune covers all projects unless --project names one",
  },
  checkpoint: { list: "unf checkpoint --list" },
  status: { s: "--short" },
  config: { "move-storage": "set UNF_HOME to another directory, and move the old one there" },
  diff: {
    context: "-U <lines>",
    raw: "--reveal",
    since: "--session <id> of unf sessions, or unf diff --from <time>",
  },
  blame: { raw: "--reveal" },
  search: { raw: "--reveal" },
  log: {
    agent: "--author <name>",
    buckets: "--histogram=<buckets>",
    density: "--histogram",
    file: "name the file: unf log <path>",
    "group-by-file": "--group file",
    s: "--stat",
    snapshot: "unf log v12",
    stats: "--stat",
    raw: "--reveal",
  },
  oops: { confirm: "--yes" },
  recap: {
    "include-project": "--project <dir>, or --global without it",
    "exclude-project": "--project <dir>, or --global without it",
  },
  session: { metadata: "unf session start --label <text>" },
  restore: { file: "name the file: unf restore <path> --at <time>" },
  gc: { "keep-last": "unf prune --keep-within <age>" },
  serve: { daemon: "unf start" },
  watch: {
    "force-watch-gitignore": "--include-ignored '**'",
    "unignore-dir": "--include-ignored 'dist/**'",
  },
  show: { before: "unf diff --version <v>", after: "unf cat <v>" },
};

/** The way here to what a flag of another program means; `undefined` for one that none of them has. */
export function findForeignFlag(command: string, flag: string): string | undefined {
  return foreignFlags[command]?.[flag] ?? foreignFlags["*"]?.[flag];
}
