import { UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import { defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
import { type ServiceCall, serviceFlags } from "./flags.ts";

const verbs: Readonly<Record<string, (call: ServiceCall) => Promise<Answer>>> = {
  enable: async (call) => (await import("./enable.ts")).enable(call),
  disable: async (call) => (await import("./disable.ts")).disable(call),
  status: async (call) => (await import("./status.ts")).status(call),
};

export const service = defineCommand({
  usage: ["service enable [--manager <name>]", "service disable", "service status"],
  about: [
    "Has recording begin by itself after the machine restarts; without it, it begins with the first command that looks at recordings. enable writes one entry for what starts programs here and shows all of it: a unit of your own systemd, a launch agent on macOS, a logon task on Windows; where none of these runs, an autostart entry of your desktop, else two lines in your crontab.",
    "The entry starts the sentinel, a small program that starts the daemon, which records, and brings it back when it dies. It starts nothing after unf stop, and ends quietly when unf is not installed any more. When an upgrade has moved it, or Node, the next command that looks at recordings writes it anew.",
    "disable takes exactly that out again, with the directories that were made for it. Recording goes on until the next restart. Where an agent may be the one who asks, a person at a terminal has to confirm.",
    "status ends with 1 when nothing starts unf, as systemctl is-enabled does.",
  ],
  flags: serviceFlags,
  examples: [
    { line: "unf service enable -n", does: "what would be written, and where" },
    { line: "unf service enable", does: "record after every restart" },
    { line: "unf service enable --manager cron", does: "by cron, whatever else there is" },
    { line: "unf service status --json", does: "is it enabled, and does it find unf?" },
    { line: "unf service disable", does: "everything as it was" },
  ],
  exits: {
    1: "status: not enabled, or it would not start; a program of the system failed",
    4: "refused: nothing here could start unf, its place is taken, or a person has to confirm",
    5: "disable: the entry was edited; --yes removes it all the same",
  },
  args: { min: 1, max: 1 },
  wait: changing(
    "Asking",
    "the service is as it was or as it should be, or written and not yet begun",
    "which: unf service status; go on: the same command",
  ),
  run: runService,
});

function runService(call: ServiceCall): Promise<Answer> {
  const [word = ""] = call.args;
  const run = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
  if (run === undefined) {
    const near = nearestName(word, Object.keys(verbs));
    throw new UnfError("usage", `service has no "${word}"`, {
      hint: near === undefined ? "unf service --help" : `did you mean unf service ${near}?`,
    });
  }
  if (call.flags.manager !== undefined && word !== "enable")
    throw new UnfError("usage", "--manager goes with unf service enable");
  return run(call);
}
