import { readOpenSessions, type UninstallAnswer } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requireYes } from "../frame/ask/confirm.ts";
import { confirmDestructive } from "../frame/ask/confirm-destructive.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";

const flags = {
  purge: { kind: "switch", help: "Delete the history, too, for good" },
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Do not ask" },
} as const satisfies FlagTable;

type UninstallCall = Call<typeof flags>;

/** The commands that take something out, in the order in which nothing is missed that happens meanwhile. */
const steps = [
  { name: "hooks", argv: ["hook", "uninstall", "--all"] },
  { name: "service", argv: ["service", "disable"] },
  { name: "recorder", argv: ["stop"] },
] as const;

/** No agent has settings on this machine: there is nothing to take out. */
const nothingThere = 3;

export const uninstall = defineCommand({
  usage: ["uninstall [--purge]"],
  about: [
    "Undoes what was installed for this user: the hooks in the settings of agents, the service that starts it, and the processes that record. The history stays, and unf watch goes on with it, unless --purge deletes it for good; that is asked for apart.",
    "The program itself is removed as it was installed, such as by npm uninstall -g unf. A line for completions or the prompt in a file of the shell is the person's own, and hooks in the settings of a project are everybody's who has it: unf hook uninstall --all --project <dir>.",
    "Where an agent may run the command, a person must confirm it at a terminal.",
  ],
  flags,
  examples: [
    { line: "unf uninstall -n", does: "what would be taken out" },
    { line: "unf uninstall", does: "take it out; the history stays" },
    { line: "unf uninstall --purge", does: "leave nothing behind" },
  ],
  exits: {
    4: "it takes a person to say yes; nothing was done",
    6: "a program holds the home, which was left as it is",
    8: "a part could not be taken out; the output says which",
  },
  args: { min: 0, max: 0 },
  wait: changing(
    "Removing",
    "each thing is taken away whole, or still there",
    "what is left: unf uninstall -n; go on: unf uninstall",
  ),
  run: runUninstall,
});

async function runUninstall(call: UninstallCall): Promise<Answer> {
  const { world } = call;
  const isDryRun = call.flags["dry-run"];
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  const isThere = wiring.readHomeKind(home) !== "absent";
  const purges = call.flags.purge && isThere;
  if (!isDryRun) await askPerson(call, { home, purges });
  const done: UninstallAnswer["steps"] = [];
  for (const { name, argv } of steps) {
    const exit = await runStep(call, argv, isDryRun);
    done.push({ name, exit: exit === nothingThere ? 0 : exit });
  }
  const isWhole = done.every(({ exit }) => exit === 0);
  // Hooks that stand, and a process that runs, would begin a home anew.
  const goes = call.flags.purge && isWhole;
  const left = goes && !isDryRun ? await wiring.removeHome(home) : [];
  const answer: UninstallAnswer = {
    dry_run: isDryRun,
    steps: done,
    home,
    history: isThere ? (goes ? "deleted" : "kept") : "none",
    left: [...left],
  };
  return {
    kind: "document",
    schema: "unf.uninstall/1",
    document: () => answer,
    text: () => render(answer, world.env.HOME),
    ...(isWhole ? {} : { exit: 8 }),
  };
}

/** Nothing was done yet when this throws. */
async function askPerson(
  call: UninstallCall,
  { home, purges }: { readonly home: AbsPath; readonly purges: boolean },
): Promise<void> {
  const question =
    "Hooks and service are taken out, and nothing is recorded any more. Uninstall unf?";
  const order = { matter: "recording", deed: "uninstall unf", typed: "uninstall" } as const;
  if (!(await requirePerson(call, { ...order, question, isOfUser: true })))
    requireYes(
      { yes: call.flags.yes, mayAsk: call.terminal.mayAsk, ask: call.world.ask },
      question,
      "unf uninstall --yes",
    );
  if (purges) await askForHistory(call, home);
}

async function askForHistory(call: UninstallCall, home: AbsPath): Promise<void> {
  const wiring = await call.world.wiring();
  const reader = call.own(wiring.openHomeReader(home));
  const bytes = Object.values(await wiring.measureHome(home)).reduce(
    (sum, part) => sum + part.bytes,
    0,
  );
  const projects = countOf(reader.projects().length, "project");
  const shown = escapeForDisplay(shortenHome(home, call.world.env.HOME));
  await confirmDestructive(call, {
    deed: "delete the history",
    question: `The history of ${projects} in ${shown} (${renderBytes(bytes)}), with all checkpoints and what restores put aside, is deleted for good. Delete it?`,
    openSessions: readOpenSessions(reader),
    typed: "delete",
    hint: "unf uninstall --purge --yes",
  });
}

/** Its own output is printed, unless a script asks for one document. */
async function runStep(
  { run, world, globals }: UninstallCall,
  argv: readonly string[],
  isDryRun: boolean,
): Promise<number> {
  const isMachine = globals.json || globals.jsonl;
  const words = [...argv, isDryRun ? "--dry-run" : "--yes", "--quiet"];
  const complaints: (string | Uint8Array)[] = [];
  const write = (content: string | Uint8Array) => void complaints.push(content);
  const stderr = { ...world.stderr, write };
  const stdout = isMachine ? { ...world.stdout, write: ignore } : world.stdout;
  const exit = await run(words, { ...world, stdout, stderr }, words);
  // Here it is no fault that no agent has settings on this machine.
  if (exit === nothingThere) stdout.write("No agent has hooks here\n");
  else for (const text of complaints) world.stderr.write(text);
  return exit;
}

function ignore(): void {
  // The document says what came of it.
}

function* render(
  { dry_run: isDryRun, history, home, left, steps: done }: UninstallAnswer,
  userHome: string | undefined,
): Generator<string> {
  const shown = escapeForDisplay(shortenHome(home, userHome));
  for (const { name, exit } of done) if (exit !== 0) yield `Not taken out: ${name} (exit ${exit})`;
  if (history === "deleted") yield `${isDryRun ? "Would delete" : "Deleted"} ${shown}`;
  const isWhole = done.every(({ exit }) => exit === 0);
  if (history === "kept" && isWhole)
    yield `The history stays in ${shown}: unf uninstall --purge deletes it`;
  if (history === "kept" && !isWhole)
    yield `The history stays in ${shown}: unf uninstall --purge deletes it once all else is out`;
  if (left.length > 0)
    yield `These are not unf's and stay there: ${left.map((name) => escapeForDisplay(name)).join(", ")}`;
  if (!isDryRun) yield "The program goes as it came, such as by npm uninstall -g unf";
}
