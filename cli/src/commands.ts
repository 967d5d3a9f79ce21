import type { Command } from "./command.ts";

/** A row of the table of commands. The command itself is loaded only when it is called. */
export interface CommandEntry {
  readonly name: string;
  /** Second name, for people who come from elsewhere. */
  readonly alias?: string;
  readonly group: "record" | "look" | "restore" | "settings" | "about";
  /** One line for the list of commands. */
  readonly summary: string;
  /**
   * True when it looks at recordings, so recording should be going on: what ought to run and does
   * not is started afterwards. Commands that decide about it themselves have `false`.
   */
  readonly wakes: boolean;
  readonly load: () => Promise<Command>;
}

/** Every command, in the order of the list in help. */
export const commands: readonly CommandEntry[] = [
  {
    name: "watch",
    group: "record",
    summary: "Record a directory from now on",
    wakes: false,
    load: async () => (await import("./command/watch.ts")).watch,
  },
  {
    name: "unwatch",
    group: "record",
    summary: "Stop recording a directory; its history stays",
    wakes: false,
    load: async () => (await import("./command/unwatch.ts")).unwatch,
  },
  {
    name: "status",
    group: "record",
    summary: "Say whether everything is being recorded",
    wakes: true,
    load: async () => (await import("./command/status.ts")).status,
  },
  {
    name: "list",
    alias: "projects",
    group: "record",
    summary: "List the projects this store knows",
    wakes: true,
    load: async () => (await import("./command/list.ts")).list,
  },
  {
    name: "flush",
    group: "record",
    summary: "Return once everything on disk is recorded",
    wakes: false,
    load: async () => (await import("./command/flush.ts")).flush,
  },
  {
    name: "start",
    group: "record",
    summary: "Start recording in the background",
    wakes: false,
    load: async () => (await import("./command/start.ts")).start,
  },
  {
    name: "stop",
    group: "record",
    summary: "Stop recording until the next start",
    wakes: false,
    load: async () => (await import("./command/stop.ts")).stop,
  },
  {
    name: "restart",
    group: "record",
    summary: "End the daemon and start it anew",
    wakes: false,
    load: async () => (await import("./command/restart.ts")).restart,
  },
  {
    name: "service",
    group: "record",
    summary: "Have recording begin after every restart",
    wakes: false,
    load: async () => (await import("./command/service.ts")).service,
  },
  {
    name: "exec",
    group: "record",
    summary: "Run a command as the work of an agent",
    wakes: false,
    load: async () => (await import("./command/exec.ts")).exec,
  },
  {
    name: "session",
    group: "record",
    summary: "Begin and end a session by hand",
    wakes: false,
    load: async () => (await import("./command/session.ts")).session,
  },
  {
    name: "log",
    group: "look",
    summary: "List recorded versions, newest first",
    wakes: true,
    load: async () => (await import("./command/log.ts")).log,
  },
  {
    name: "cat",
    alias: "show",
    group: "look",
    summary: "Print a file as it was",
    wakes: true,
    load: async () => (await import("./command/cat.ts")).cat,
  },
  {
    name: "diff",
    group: "look",
    summary: "Show what changed between two instants",
    wakes: true,
    load: async () => (await import("./command/diff.ts")).diff,
  },
  {
    name: "blame",
    group: "look",
    summary: "Say of every line which version wrote it",
    wakes: true,
    load: async () => (await import("./command/blame.ts")).blame,
  },
  {
    name: "search",
    group: "look",
    summary: "Find lines in all that was ever recorded",
    wakes: true,
    load: async () => (await import("./command/search.ts")).search,
  },
  {
    name: "sessions",
    group: "look",
    summary: "List what agents did, session by session",
    wakes: true,
    load: async () => (await import("./command/sessions.ts")).sessions,
  },
  {
    name: "turns",
    group: "look",
    summary: "List the prompts of agents and what came of each",
    wakes: true,
    load: async () => (await import("./command/turns.ts")).turns,
  },
  {
    name: "session",
    group: "look",
    summary: "Show one session of an agent",
    wakes: true,
    load: async () => (await import("./command/session.ts")).session,
  },
  {
    name: "recap",
    group: "look",
    summary: "Say what happened lately, to resume from",
    wakes: true,
    load: async () => (await import("./command/recap.ts")).recap,
  },
  {
    name: "checkpoint",
    group: "restore",
    summary: "Name the state of now, to compare with and return to",
    wakes: true,
    load: async () => (await import("./command/checkpoint.ts")).checkpoint,
  },
  {
    name: "restore",
    group: "restore",
    summary: "Bring files back to an earlier state",
    wakes: true,
    load: async () => (await import("./command/restore.ts")).restore,
  },
  {
    name: "undo",
    group: "restore",
    summary: "Take back a restore",
    wakes: true,
    load: async () => (await import("./command/undo.ts")).undo,
  },
  {
    name: "oops",
    group: "restore",
    summary: "Take back what an agent's last turn did",
    wakes: true,
    load: async () => (await import("./command/oops.ts")).oops,
  },
  {
    name: "redo",
    group: "restore",
    summary: "Do again what was undone",
    wakes: true,
    load: async () => (await import("./command/redo.ts")).redo,
  },
  {
    name: "ops",
    group: "restore",
    summary: "List restores, undos and redos",
    wakes: true,
    load: async () => (await import("./command/ops.ts")).ops,
  },
  {
    name: "deleted",
    group: "restore",
    summary: "List what was deleted lately, and bring it back",
    wakes: true,
    load: async () => (await import("./command/deleted.ts")).deleted,
  },
  {
    name: "export",
    group: "look",
    summary: "Write history as git commits, or a tree as tar",
    wakes: true,
    load: async () => (await import("./command/export.ts")).exportCommand,
  },
  {
    name: "import",
    group: "settings",
    summary: "Bring a history along from UNF or agent-undo",
    wakes: false,
    load: async () => (await import("./command/import.ts")).importCommand,
  },
  {
    name: "du",
    group: "about",
    summary: "Say what takes the room",
    wakes: true,
    load: async () => (await import("./command/du.ts")).du,
  },
  {
    name: "verify",
    group: "about",
    summary: "Check that nothing recorded is damaged; repair it",
    wakes: true,
    load: async () => (await import("./command/verify.ts")).verify,
  },
  {
    name: "gc",
    group: "settings",
    summary: "Collect contents that no version needs any more",
    wakes: true,
    load: async () => (await import("./command/gc.ts")).gc,
  },
  {
    name: "doctor",
    group: "about",
    summary: "Check that unf can do its work here",
    wakes: false,
    load: async () => (await import("./command/doctor.ts")).doctor,
  },
  {
    name: "ignore",
    group: "settings",
    summary: "Say why a path is or is not recorded; add a rule",
    wakes: true,
    load: async () => (await import("./command/ignore.ts")).ignore,
  },
  {
    name: "forget",
    group: "restore",
    summary: "Delete for good what was recorded",
    wakes: false,
    load: async () => (await import("./command/forget.ts")).forget,
  },
  {
    name: "prune",
    group: "settings",
    summary: "Remove old versions, by a policy",
    wakes: true,
    load: async () => (await import("./command/prune.ts")).prune,
  },
  {
    name: "config",
    group: "settings",
    summary: "Read and change settings",
    wakes: false,
    load: async () => (await import("./command/config.ts")).config,
  },
  {
    name: "hook",
    group: "settings",
    summary: "Have coding agents say which changes are theirs",
    wakes: false,
    load: async () => (await import("./command/hook.ts")).hook,
  },
  {
    name: "mcp",
    group: "settings",
    summary: "Serve agents over the Model Context Protocol",
    wakes: false,
    load: async () => (await import("./command/mcp.ts")).mcp,
  },
  {
    name: "help",
    group: "about",
    summary: "Explain a command or a topic",
    wakes: false,
    load: async () => (await import("./command/help.ts")).help,
  },
  {
    name: "version",
    group: "about",
    summary: "Print version, runtime and platform",
    wakes: false,
    load: async () => (await import("./command/version.ts")).versionCommand,
  },
];

/** The row of a command by either of its names. */
export function findCommand(word: string): CommandEntry | undefined {
  return commands.find(({ name, alias }) => name === word || alias === word);
}

/** Every name that may be typed. */
export function commandNames(): string[] {
  return commands.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));
}
