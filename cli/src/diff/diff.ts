import { writeFileSync } from "node:fs";
import {
  type ChangesAnswer,
  diffAnswer,
  type FileDiff,
  pathOf,
  readChanges,
  readDiff,
  resolvePath,
  thinnedFields,
} from "@unf/answers";
import { type AbsPath, encodePath, systemCode, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { reading } from "../frame/call/wait-words.ts";
import { whileStepping } from "../frame/call/waiting.ts";
import type { Answer, Chunk } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { renderDiff, renderNumstat, renderStat } from "./diff-text.ts";
import { type DiffFlags, diffFlags, diffQuestion } from "./flags.ts";
import { renderPatch } from "./patch-text.ts";
import { renderSideBySide } from "./side-by-side.ts";
import { takeId } from "./take-id.ts";
import { takeInstants } from "./take-instants.ts";

export const diff = defineCommand({
  usage: [
    "diff [path...]",
    "diff --at <time> [path...]",
    "diff --from <time> [--to <time>] [path...]",
    "diff --checkpoint <name> [--to-checkpoint <name>] [path...]",
    "diff <v> [<v>] [path...]",
    "diff <checkpoint> [path...]",
    "diff --version <v>",
    "diff --session [id] | --turn [id] [path...]",
  ],
  about: [
    "Shows what changed in the recorded files. With --at or --from alone, up to what is on disk now, recorded or not yet.",
    "Without a time it shows the last run of changes: everything since the last pause of more than five minutes.",
    "Versions before the paths are instants: diff v8 is what changed since, diff v8 v336 what lies between, and where they are of one file, of that file. So is the label of a checkpoint, unless a path has that name; write ./v8 for a file of that name.",
    "With --session or --turn it shows what an agent did then: the files it is known to have touched, from the state before it to the one it left behind.",
    "--quiet prints nothing and exits with 1 when there is a difference. It looks only as far as the first, and mostly at what was recorded since.",
    "In a pipe the output is a patch that git apply takes, byte for byte. On a terminal control characters of the content are shown as escapes. There and in JSON secrets of known shape and values of .env files are masked.",
  ],
  flags: diffFlags,
  examples: [
    { line: "unf diff", does: "what the last run of changes did" },
    { line: "unf diff --at 5m src", does: "the last five minutes in src" },
    { line: "unf diff v8 v336", does: "between two versions of a file" },
    { line: "unf diff before-refactor", does: "since a checkpoint" },
    { line: "unf diff --at @prev src/cart.ts", does: "the last change of one file" },
    {
      line: "unf diff --from 'yesterday 17:00' --stat",
      does: "since yesterday evening, file by file",
    },
    { line: "unf diff --version v1234 --word", does: "what one version changed, word by word" },
    { line: "unf diff -y src/cart.ts --at 1h", does: "old and new side by side" },
    { line: "unf diff --turn", does: "what the last prompt led to" },
    { line: "unf diff --session s-7f3a --stat", does: "a session, file by file" },
    {
      line: "unf diff --quiet --checkpoint step-7 || echo changed",
      does: "has anything changed since?",
    },
    { line: "unf diff --at 1h | git apply -R", does: "take back an hour through git" },
  ],
  exits: {
    1: "failed; with --exit-code or --quiet: there are differences",
    3: "no such file, version, checkpoint, session or turn",
    4: "--patch-file names a file that exists",
    7: "a content is lost",
  },
  args: { min: 0, max: 1000 },
  run: runDiff,
});

const comparing = reading("Comparing", "files", "less to compare: name paths, or add --include");

async function runDiff(call: Call<typeof diffFlags>): Promise<Answer> {
  const home = await call.asker.openHome();
  const { flags: given, words } = takeId(call, home);
  const { flags, scope } = takeInstants(call, home, { flags: given, words });
  const question = diffQuestion(flags);
  if (call.globals.quiet && flags["patch-file"] === undefined)
    return quietAnswer(await readChanges(call.asker, question, scope));
  const lines = { ...question, context: flags.unified ?? 3 };
  const diff = await whileStepping(call, comparing, (step) =>
    readDiff(call.asker, lines, scope, (files) => step(files)),
  );
  const { from, to, diffs, thinned } = diff;
  if (flags["patch-file"] !== undefined) {
    const path = resolvePath(call.world.cwd(), flags["patch-file"]);
    writePatchFile(path, Buffer.concat(diffs.map(renderPatch)));
    call.note(`wrote ${countOf(diffs.length, "file")} to ${escapeForDisplay(path)}`);
  }
  const isWritten = flags["patch-file"] !== undefined;
  const answer = () => diffAnswer(diff, { hasWords: flags.word, reveal: flags.reveal });
  return {
    kind: "document",
    schema: "unf.diff/1",
    document: answer,
    records: () => answer().files.map((file) => ({ type: "file", ...file })),
    end: () => ({ from, to, ...thinnedFields(thinned) }),
    text: (view) => {
      // Only what a person asked for on this very command line may turn a patch into something else.
      const isForPerson = view.terminal.isForPerson || call.globals.color === "always";
      return isWritten ? [] : renderDiffs(diffs, { flags, isForPerson }, view);
    },
    isLong: true,
    exit: flags["exit-code"] && diffs.length + thinned.length > 0 ? 1 : 0,
  };
}

/** Whether there is a difference, and nothing of what it is. */
function quietAnswer(changes: ChangesAnswer): Answer {
  return {
    kind: "document",
    schema: "unf.changes/1",
    document: () => changes,
    text: () => [],
    exit: changes.changed ? 1 : 0,
  };
}

function* renderDiffs(
  diffs: readonly FileDiff[],
  { flags, isForPerson }: { readonly flags: DiffFlags; readonly isForPerson: boolean },
  view: View,
): Generator<Chunk> {
  if (flags.stat) {
    if (diffs.length > 0) yield* renderStat(diffs, view);
    return;
  }
  const isRead = isForPerson || flags.word || flags["side-by-side"];
  for (const [index, one] of diffs.entries()) {
    if (flags.numstat) yield renderNumstat(one);
    else if (flags["name-only"]) yield escapeForDisplay(pathOf(one.change));
    else if (!isRead) yield renderPatch(one);
    else {
      if (index > 0) yield "";
      yield* renderRead(one, flags, view);
    }
  }
}

function renderRead(diff: FileDiff, flags: DiffFlags, view: View): Iterable<string> {
  const showing = { hasWords: flags.word, reveal: flags.reveal };
  return flags["side-by-side"]
    ? renderSideBySide(diff, showing, view)
    : renderDiff(diff, showing, view);
}

/** Writes a patch to a file that must not exist: no command of unf writes over what it has not recorded. */
function writePatchFile(path: AbsPath, patch: Uint8Array): void {
  try {
    writeFileSync(Buffer.from(encodePath(path)), patch, { flag: "wx" });
  } catch (thrown) {
    if (systemCode(thrown) !== "EEXIST") throw thrown;
    throw new UnfError("refused", `${path} exists already`, {
      hint: "name a new file after --patch-file",
    });
  }
}
