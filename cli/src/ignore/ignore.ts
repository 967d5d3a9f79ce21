import {
  checkPaths,
  type Explanation,
  ignoreAddAnswer,
  ignoreCheckAnswer,
  planRule,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import { escapeForDisplay } from "@unf/core/query";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
import { padRight, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { accept } from "./accept.ts";
import { addRule } from "./add-rule.ts";

const flags = {
  "dry-run": {
    kind: "switch",
    short: "n",
    help: "For add and accept: only say what would be done",
  },
  yes: { kind: "switch", short: "y", help: "Accepted for scripts; nothing is asked" },
} as const satisfies FlagTable;

const schema = "unf.ignore/1";

export const ignore = defineCommand({
  usage: ["ignore check <path...>", "ignore add <glob>", "ignore accept [file...]"],
  about: [
    "check says for each path whether a change of it would be recorded, and which layer, file and line decided that. A path need not exist. Exit code 0 when all are recorded, 1 when any is not.",
    "add appends a line to .unfignore in the root of the project: the one file unf writes into a project. What is recorded already stays in the history.",
    "accept makes what an agent wrote into ignore files ordinary, all of it when no file is named: until then its rules leave out only what has no history yet. It takes a person.",
    "Where an agent may run the command, a person must confirm at a terminal that something is not recorded any more.",
    "unf help ignore explains the layers.",
  ],
  flags,
  examples: [
    { line: "unf ignore check dist/app.js", does: "why is it not recorded?" },
    { line: "unf ignore add 'snapshots/'", does: "do not record this directory" },
    { line: "unf ignore add '!generated/'", does: "record it although git ignores it" },
    { line: "unf ignore accept .gitignore", does: "what an agent wrote there counts for all" },
  ],
  exits: {
    1: "failed; check: some path is not recorded",
    3: "not watched; accept: the file is not held",
    4: ".unfignore is not a regular file; or it takes a person to say yes",
  },
  args: { min: 1, max: 1000 },
  wait: changing(
    "Reading",
    "a rule is added whole, or not at all",
    "which: unf ignore check PATH; go on: the same command",
  ),
  run: runIgnore,
});

async function runIgnore(call: Call<typeof flags>): Promise<Answer> {
  const [verb = "", ...words] = call.args;
  if (verb === "accept") return accept(call, words, call.flags["dry-run"]);
  if (verb !== "check" && verb !== "add") {
    const near = nearestName(verb, ["check", "add", "accept"]);
    throw new UnfError("usage", `ignore has no "${verb}"`, {
      hint:
        near === undefined
          ? "unf ignore check <path>, unf ignore add <glob>, unf ignore accept"
          : `did you mean unf ignore ${near}?`,
    });
  }
  if (words.length === 0)
    throw new UnfError("usage", `ignore ${verb} needs a word more`, { hint: "unf ignore --help" });
  return verb === "check" ? check(call, words) : add(call, words);
}

async function check(call: Call<typeof flags>, words: readonly string[]): Promise<Answer> {
  const explained = await checkPaths(call.asker, words, call.world);
  const answer = ignoreCheckAnswer(explained);
  const { results } = explained;
  return {
    kind: "document",
    schema,
    document: () => answer,
    records: () => answer.results.map((result) => ({ type: "path", ...result })),
    text: (view) => renderResults(results, view),
    exit: results.every(({ isRecorded }) => isRecorded) ? 0 : 1,
  };
}

function renderResults(results: readonly Explanation[], { terminal, paint }: View): string[] {
  const names = results.map(({ path }) => escapeForDisplay(path === "" ? "." : path));
  const width = widest(names);
  return results.map((result, index) => {
    const name = names[index] ?? "";
    const reason = escapeForDisplay(result.reason);
    if (terminal.isForPerson) {
      return `${padRight(name, width)}  ${result.isRecorded ? paint.added(reason) : paint.warning(reason)}`;
    }
    const { rule } = result;
    const where =
      rule === undefined ? "-" : `${rule.file}${rule.line === 0 ? "" : `:${rule.line}`}`;
    return [
      result.isRecorded ? "recorded" : "ignored",
      name,
      escapeForDisplay(where),
      escapeForDisplay(rule?.pattern ?? result.layer ?? "-"),
    ].join("\t");
  });
}

async function add(call: Call<typeof flags>, words: readonly string[]): Promise<Answer> {
  const [glob = "", extra] = words;
  if (extra !== undefined) {
    throw new UnfError("usage", "ignore add takes one glob", {
      hint: "quote it, so that the shell does not expand it",
    });
  }
  const rule = planRule(call.asker, glob, await call.asker.openHome());
  const { file } = rule;
  const isDryRun = call.flags["dry-run"];
  const planned = addRule(file, glob, true);
  // A rule that begins with `!` has more recorded.
  if (planned === "added" && !isDryRun && !glob.startsWith("!")) {
    await requirePerson(call, {
      ...{ matter: "recording", deed: "have files ignored", typed: "ignore" },
      question: `What "${escapeForDisplay(glob)}" means is not recorded then. Add it?`,
    });
  }
  const outcome = isDryRun ? planned : addRule(file, glob, false);
  return {
    kind: "document",
    schema,
    document: () => ignoreAddAnswer(rule, { isDryRun, isAdded: outcome === "added" }),
    text: () => {
      const shown = escapeForDisplay(glob);
      const place = escapeForDisplay(file);
      if (outcome === "already") return [`"${shown}" is in ${place} already`];
      return [`${isDryRun ? "Would add" : "Added"} "${shown}" to ${place}`];
    },
  };
}
