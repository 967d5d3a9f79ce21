import type { CommandEntry } from "./frame/call/command.ts";

/** The commands about unf itself, in the order of the list in help. */
export const aboutCommands: readonly CommandEntry[] = [
  {
    name: "stats",
    group: "look",
    summary: "Sum a project's history up",
    wakes: true,
    load: async () => (await import("./stats/stats.ts")).stats,
  },
  {
    name: "du",
    group: "settings",
    summary: "Say what takes the room",
    wakes: true,
    load: async () => (await import("./du/du.ts")).du,
  },
  {
    name: "verify",
    group: "settings",
    summary: "Check that nothing recorded is damaged; repair it",
    wakes: true,
    load: async () => (await import("./verify/verify.ts")).verify,
  },
  {
    name: "doctor",
    group: "about",
    summary: "Check that unf can do its work here",
    load: async () => (await import("./doctor/doctor.ts")).doctor,
  },
  {
    name: "help",
    group: "about",
    summary: "Explain a command or a topic",
    load: async () => (await import("./help.ts")).help,
  },
  {
    name: "schema",
    group: "about",
    summary: "Print the JSON Schema of what a command prints",
    load: async () => (await import("./schema/schema.ts")).schema,
  },
  {
    name: "man",
    group: "about",
    summary: "Print a page of the manual",
    load: async () => (await import("./man.ts")).man,
  },
  {
    name: "completion",
    group: "about",
    summary: "Print a script that has the shell complete unf's words",
    load: async () => (await import("./completion/completion.ts")).completion,
  },
  {
    name: "complete",
    group: "about",
    summary: "Say what may stand for the last of some words",
    isHidden: true,
    load: async () => (await import("./complete.ts")).complete,
  },
  {
    name: "answer",
    group: "about",
    summary: "Answer a question of the page in the browser that takes long",
    isHidden: true,
    load: async () => (await import("./ui/answer.ts")).answer,
  },
  {
    name: "prompt",
    group: "about",
    summary: "Print one word for the shell's prompt: recording or not",
    load: async () => (await import("./prompt/prompt.ts")).prompt,
  },
  {
    name: "update",
    group: "about",
    summary: "Print the command that installs the newest version",
    load: async () => (await import("./update/update.ts")).update,
  },
  {
    name: "uninstall",
    group: "about",
    summary: "Take hooks, service and processes out; --purge: the history",
    load: async () => (await import("./uninstall/uninstall.ts")).uninstall,
  },
  {
    name: "version",
    group: "about",
    summary: "Print version, runtime and platform",
    load: async () => (await import("./version/version.ts")).versionCommand,
  },
];
