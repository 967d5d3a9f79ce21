import { openScope } from "@unf/answers";
import { joinPath, relativeTo, UnfError } from "@unf/core/base";
import type { FlagTable } from "../frame/argv/flag.ts";
import { isAgentAtTerminal } from "../frame/ask/require-person.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { Interrupted } from "../frame/failure/interrupted.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { Place } from "./screen-answers.ts";

const flags = {} as const satisfies FlagTable;

export const tui = defineCommand({
  usage: ["tui [path]"],
  about: [
    "Shows the history on the whole terminal: what happened at the left, the newest first, and what it changed at the right. What an agent's turn did, what a command of git wrote and what a restore put back is one line each, which Enter opens to its files. New versions appear as they are recorded; where nothing is recorded, the first line says so.",
    "Restoring, taking back a turn, undo, redo and checkpoints show their plan first, and Enter alone does nothing of it. They are the same orders as unf restore, oops, undo, redo and checkpoint; what is replaced is recorded before.",
    "Keys: j k g G and pages move, Tab changes the scope, / filters, Space shows the content instead of the changes, [ ] older and newer versions, a f only this author or file, s searches, d lists what was deleted, r o u R c restore, take back, undo, redo and set a checkpoint, ? lists all of them, q leaves.",
    "It needs a terminal, and works without colours and without Unicode. Where an agent started it nothing can be changed from it.",
  ],
  flags,
  examples: [
    { line: "unf tui", does: "the history of the directory around here" },
    { line: "unf tui src/cart.ts", does: "that of one file" },
    { line: "unf tui --project ~/src/shop", does: "that of another project" },
  ],
  exits: { 3: "the path is not watched, or nothing is recorded of it" },
  args: { min: 0, max: 1 },
  wait: null,
  run: runTui,
});

async function runTui(call: Call<typeof flags>): Promise<Answer> {
  const { globals, terminal, world } = call;
  if (globals.json || globals.jsonl) {
    throw new UnfError("usage", "tui is a screen for a person; --json has no meaning there", {
      hint: "unf log --json",
    });
  }
  if (!terminal.isForPerson || !world.facts.isStdinTty || world.env.TERM === "dumb") {
    throw new UnfError("usage", "tui needs a terminal for its screen and its keys", {
      hint: "unf log",
    });
  }
  const { file, ...place } = await readPlace(call);
  const [{ showScreen }, { openScreen }, { ScreenAnswers }] = await Promise.all([
    import("@unf/tui"),
    import("@unf/view/screen"),
    import("./screen-answers.ts"),
  ]);
  const isByAgent = await isAgentAtTerminal(call);
  const readOnly = isByAgent ? "an agent runs this: nothing can be changed from here" : undefined;
  const first = openScreen({
    columns: terminal.width ?? 80,
    rows: terminal.height ?? 24,
    ...place,
    only: file === undefined ? {} : { file },
    scope: scopeOf(place, call),
    readOnly,
  });
  const answers = new ScreenAnswers(call, place);
  const signal = await showScreen(first, answers.host());
  if (signal !== undefined) throw new Interrupted(signal, "left the screen");
  return { kind: "document", schema: "unf.tui/1", document: () => ({}), text: () => [] };
}

function scopeOf(
  { root, directory }: Place,
  { args }: Call<typeof flags>,
): "directory" | "project" | "all" {
  if (root === undefined) return "all";
  return args.length > 0 && directory !== undefined ? "directory" : "project";
}

interface Beginning extends Place {
  /** The one file that the list begins with, every version of it. */
  readonly file?: { readonly root: string; readonly path: string };
}

/** The project around the path or the directory; nothing outside of all, where some are recorded elsewhere. */
async function readPlace({ args, asker }: Call<typeof flags>): Promise<Beginning> {
  const home = await asker.openHome();
  try {
    const { project, within } = openScope(asker, home, args);
    const { root } = project;
    const [named] = within;
    const here = relativeTo(root, asker.canonical(asker.cwd()) ?? asker.cwd());
    const path = named ?? (args.length === 0 ? here : undefined);
    if (path === undefined || path === "") return { root, directory: undefined };
    const place = joinPath(root, path);
    const kind = named === undefined ? undefined : (await asker.fileSystem()).lstat(place)?.kind;
    // Of a name that is gone both may be meant: what happened below it is also what happened to it.
    const isFile = kind !== undefined && kind !== "directory";
    return isFile
      ? { root, directory: undefined, file: { root, path } }
      : { root, directory: place };
  } catch (thrown) {
    const isElsewhere = thrown instanceof UnfError && thrown.code === "not_watched";
    const isAsked = args.length > 0 || asker.projectWord !== undefined;
    if (!isElsewhere || isAsked || home.reader.projects().length === 0) throw thrown;
    return { root: undefined, directory: undefined };
  }
}
