import { type CheckAnswer, examine } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";

const flags = {
  fix: { kind: "switch", help: "Do what is safe: close directories to others, start recording" },
  "dry-run": { kind: "switch", short: "n", help: "With --fix: only say what is wrong" },
  yes: { kind: "switch", short: "y", help: "Accepted for scripts; nothing is asked" },
} as const satisfies FlagTable;

export const doctor = defineCommand({
  usage: ["doctor [--fix]"],
  about: [
    "Checks on one page whether unf can do its work on this machine: programs, home, socket, disk, service, hooks of agents, watch limits, every project and the kind of disk it is on, every timeline within a time budget, the clock. A recorder of its own in a temporary directory shows that a file that is written is recorded and comes back.",
    "✔ is well, ! deserves a look, ✖ must be put right; what helps stands behind it. unf verify looks deeper into what is recorded.",
  ],
  flags,
  examples: [
    { line: "unf doctor", does: "does everything work?" },
    { line: "unf doctor --fix", does: "and repair what can be repaired safely" },
  ],
  exits: { 1: "something must be put right" },
  args: { min: 0, max: 0 },
  wait: changing(
    "Checking",
    "nothing is left behind, and whatever --fix had done by then is whole",
    "only what is recorded: unf verify; all of it: the same command",
  ),
  run: runDoctor,
});

async function runDoctor(call: Call<typeof flags>): Promise<Answer> {
  const wiring = await call.world.wiring();
  const home = wiring.homeDirectory(call.world.env);
  const checkHooks = async () => (await import("./check-hooks.ts")).checkHooks(call);
  const fix = call.flags.fix && !call.flags["dry-run"];
  const answer = await examine({ ...wiring, checkHooks }, home, { fix });
  const { healthy, checks } = answer;
  return {
    kind: "document",
    schema: "unf.doctor/1",
    document: () => answer,
    records: () => checks.map((row) => ({ type: "check", ...row })),
    end: () => ({ healthy }),
    text: (view) => renderChecks(checks, view),
    exit: healthy ? 0 : 1,
  };
}

function* renderChecks(checks: readonly CheckAnswer[], view: View): Generator<string> {
  for (const { id, state, message, fix } of checks) {
    const text = escapeForDisplay(message);
    const help = fix === null ? "" : escapeForDisplay(fix);
    if (view.terminal.isForPerson) yield* personLines(state, text, help, view);
    else yield [state, id, text, help].join("\t").trimEnd();
  }
}

function* personLines(
  state: CheckAnswer["state"],
  text: string,
  help: string,
  { terminal, paint }: View,
): Generator<string> {
  const signs = terminal.isAsciiOnly
    ? { ok: "ok  ", warn: "!   ", fail: "FAIL" }
    : { ok: "✔", warn: "!", fail: "✖" };
  const paints = { ok: paint.good, warn: paint.warning, fail: paint.bad };
  yield `${paints[state](signs[state])} ${text}`;
  if (help !== "") yield paint.faint(`    ${help}`);
}
