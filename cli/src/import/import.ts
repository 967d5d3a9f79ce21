import { type Imported, importAnswer, importHistories, isTaken, planImport } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requireYes } from "../frame/ask/confirm.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { reading, type WaitWords } from "../frame/call/wait-words.ts";
import { whileWaiting } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { importExit, renderImport } from "./report.ts";

const flags = {
  "dry-run": { kind: "switch", short: "n", help: "Write nothing; say what would be taken over" },
  yes: { kind: "switch", short: "y", help: "Do not ask before versions get other numbers" },
} as const satisfies FlagTable;

export const importCommand = defineCommand({
  usage: ["import unfudged [dir] [--project <root>]", "import agent-undo <project>"],
  about: [
    "Takes over what another program has recorded: unfudged, the store of UNF (~/.unfudged unless a directory is named), with all its projects; agent-undo, the history in the project's .agent-undo, with sessions and pins. Their files are only read. A history is taken over once.",
    "Every content is checked against its digest; versions whose content is missing or damaged are left out and counted, and so are private keys. Neither program noted whether a file may be executed: what the file is now is taken.",
    "Where the project has a history here, the older one is put before it: its own versions get higher numbers then, which is asked first, and what the other program recorded after it began is left out. The timeline from before is kept in lost+found.",
  ],
  flags,
  examples: [
    { line: "unf import unfudged -n", does: "what UNF has recorded, project by project" },
    { line: "unf import unfudged /backup/.unfudged", does: "all of it, from a copy" },
    { line: "unf import agent-undo ~/src/shop", does: "one project of agent-undo" },
  ],
  exits: {
    3: "no such history",
    4: "versions would get other numbers, and nobody said yes",
    6: "a daemon runs and does not answer",
    7: "no history could be read",
    8: "some histories cannot be read; the others are taken over",
  },
  args: { min: 1, max: 2 },
  run: runImport,
});

async function runImport(call: Call<typeof flags>): Promise<Answer> {
  const home = await call.asker.openHome();
  const [source, directory] = call.args;
  const looking = reading("Looking at", "versions", "one project of it: --project <root>");
  const planned = await whileWaiting(call, looking, () =>
    planImport(call.asker, { source, directory }, home),
  );
  const isDry = call.flags["dry-run"];
  if (isDry || !planned.histories.some(isTaken)) return answer(call, planned, isDry);
  askFirst(call, planned);
  const done = await whileWaiting(call, importing, () => importHistories(home, planned));
  return answer(call, done, false);
}

/** Each history is put in its place whole, or not at all. */
const importing: WaitWords = {
  verb: "Importing",
  left: ({ isDaemons }) => ({
    said: isDaemons
      ? "interrupted; the daemon goes on importing"
      : "interrupted; histories that were through are here whole, of the others there is nothing",
    hint: "what is left: the same command with -n; go on: the same command",
  }),
};

/** Numbers may stand in notes and scripts: they change only when somebody agrees. */
function askFirst(call: Call<typeof flags>, { histories }: Imported): void {
  const moved = histories.filter(({ renumbered }) => renumbered > 0);
  if (moved.length === 0) return;
  for (const { root, renumbered, versions } of moved) {
    const what = renumbered === 1 ? "the version" : `the ${renumbered} versions`;
    call.note(`${what} of ${root} get higher numbers, by ${versions}`);
  }
  requireYes(
    {
      yes: call.flags.yes,
      mayAsk: call.world.facts.isStdinTty && !call.globals.json && !call.globals.jsonl,
      ask: call.world.ask,
    },
    `Put the older history before ${moved.length === 1 ? "this one" : `these ${moved.length}`}?`,
    "add --yes",
  );
}

function answer(call: Call<typeof flags>, imported: Imported, isDry: boolean): Answer {
  const { histories } = imported;
  return {
    kind: "document",
    schema: "unf.import/1",
    document: () => importAnswer(imported, isDry),
    records: () => histories.map((one) => ({ type: "history", ...one })),
    text: () => renderImport(histories, { isDry, userHome: call.world.env.HOME }),
    exit: importExit(histories),
  };
}
