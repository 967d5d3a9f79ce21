import { resolvePath } from "@unf/answers";
import { type AbsPath, pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import type { ImportedHistory, ImportParams, ImportReply } from "@unf/protocol";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requireYes } from "../frame/ask/confirm.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { readCanonical } from "../frame/world/canonical.ts";
import { importExit, importJson, renderImport } from "./report.ts";

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
  const { wiring, reader } = await call.asker.openHome();
  const params = readParams(call);
  const planned = await wiring.planImport(reader.home, params);
  const isDry = call.flags["dry-run"];
  if (isDry || !planned.histories.some(isTaken)) return answer(call, params, planned, isDry);
  askFirst(call, planned);
  wiring.makeHome(reader.home);
  await using writer = await wiring.openWriter(reader.home, "process");
  return answer(call, params, await writer.request("import", params), false);
}

function isTaken({ state }: ImportedHistory): boolean {
  return state === "new" || state === "before";
}

/** Numbers may stand in notes and scripts: they change only when somebody agrees. */
function askFirst(call: Call<typeof flags>, { histories }: ImportReply): void {
  const moved = histories.filter(({ renumbered }) => renumbered > 0);
  if (moved.length === 0) return;
  for (const { root, renumbered, versions } of moved) {
    call.note(`the ${renumbered} versions of ${root} get numbers higher by ${versions}`);
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

function readParams(call: Call<typeof flags>): ImportParams {
  const [source, word] = call.args;
  if (source !== "unfudged" && source !== "agent-undo") {
    throw new UnfError("usage", `unf knows no history of "${source}"`, {
      hint: "unf import unfudged [dir], or unf import agent-undo <project>",
    });
  }
  const cwd = call.world.cwd();
  if (word === undefined && source === "agent-undo") {
    throw new UnfError("usage", "agent-undo keeps its history in the project: name its directory", {
      hint: "unf import agent-undo .",
    });
  }
  const place = word === undefined ? defaultStore(call) : resolvePath(cwd, word);
  const only = call.asker.projectWord;
  const root = only === undefined ? undefined : resolvePath(cwd, only);
  return {
    source,
    directory: toColumn(readCanonical(place) ?? place),
    // The project may be gone: then it is named as it was.
    only: root === undefined ? null : toColumn(readCanonical(root) ?? root),
  };
}

function defaultStore(call: Call<typeof flags>): AbsPath {
  const { HOME } = call.world.env;
  if (HOME === undefined || HOME === "") {
    throw new UnfError("usage", "HOME is not set", { hint: "unf import unfudged <dir>" });
  }
  return resolvePath(call.world.cwd(), `${HOME}/.unfudged`);
}

function answer(
  call: Call<typeof flags>,
  params: ImportParams,
  { histories }: ImportReply,
  isDry: boolean,
): Answer {
  const shown = { source: params.source, isDry, userHome: call.world.env.HOME };
  return {
    kind: "document",
    schema: "unf.import/1",
    document: () => importJson(histories, shown),
    records: () => histories.map((one) => ({ type: "history", ...one })),
    text: () => renderImport(histories, shown),
    exit: importExit(histories),
  };
}

function toColumn(path: AbsPath): string {
  return pathToColumn(path as string as RelPath);
}
