import { readSearch, searchAnswer } from "@unf/answers";
import { limits } from "@unf/core/config";
import { planMatcher } from "@unf/core/search";
import type { FlagTable } from "../frame/argv/flag.ts";
import { limitFlag } from "../frame/argv/limit-flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { reading } from "../frame/call/wait-words.ts";
import { whileStepping } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { renderHits } from "./search-text.ts";

const flags = {
  regexp: { kind: "switch", short: "E", help: "The text is a regular expression" },
  "ignore-case": { kind: "switch", short: "i", help: "Do not tell A from a" },
  in: {
    kind: "choice",
    choices: ["added", "removed", "any"],
    help: "Lines that came, that went, or any that stood there (any)",
  },
  since: {
    kind: "text",
    value: "<time>",
    help: "Only what happened, or stood there, from then on",
  },
  until: { kind: "text", value: "<time>", help: "Only up to then" },
  all: {
    kind: "switch",
    help: "Interim versions too: states the file passed through within 3 seconds",
  },
  limit: limitFlag("lines", limits.search.hits),
  cursor: { kind: "text", value: "<cursor>", help: "Go on where an earlier search ended" },
  reveal: { kind: "switch", help: "Show secrets instead of masking them" },
} as const satisfies FlagTable;

export const search = defineCommand({
  usage: ["search <text> [path...]", "search -E <regexp> [path...]"],
  about: [
    "Finds lines in all that was ever recorded: each line that matches is told once for its file, with the first and the last version that had it. A line that moves within its file, or is renamed with it, stays the same line.",
    "With --in added, --since and --until ask when a line came; with --in removed, when it went.",
    "What looks like a secret is masked. In a pipe each line is version, path, number and text, with colons.",
  ],
  flags,
  examples: [
    { line: "unf search 'function vat('", does: "when did this line appear and vanish?" },
    { line: "unf search console.log src --in removed --since today", does: "what went today" },
    { line: "unf search -E '^import .*lodash' -i", does: "every import there ever was" },
    { line: "unf cat v1119", does: "the last version that had it" },
  ],
  exits: { 3: "nothing matches, not watched, or nothing recorded of a path" },
  args: { min: 1, max: 1000 },
  run: runSearch,
});

const searching = reading("Searching", "versions", "less to look at: name paths, or add --since");

async function runSearch(call: Call<typeof flags>): Promise<Answer> {
  const [text = "", ...paths] = call.args;
  const { flags } = call;
  const question = {
    text,
    isRegExp: flags.regexp,
    ignoreCase: flags["ignore-case"],
    change: flags.in,
    paths,
    since: flags.since,
    until: flags.until,
    interim: flags.all,
    reveal: flags.reveal,
    limit: flags.limit ?? limits.search.hits,
    cursor: flags.cursor,
  };
  const found = await whileStepping(call, searching, (step) =>
    readSearch(call.asker, question, step),
  );
  const { count, next } = found;
  if (count === 0) call.note("nothing matches");
  if (next !== null && call.terminal.isForPerson) {
    call.note(`${countOf(count, "line")} in all: -n <count>`);
  }
  const answer = () => searchAnswer(found);
  const planned = planMatcher({
    pattern: text,
    isRegExp: flags.regexp,
    ignoreCase: flags["ignore-case"],
  });
  // A search that may take time without end was kept within bounds once; here nobody would.
  const isShown = planned.kind === "matcher" && planned.matcher.isQuick;
  const spansOf = isShown ? planned.matcher.spans : () => [];
  return {
    kind: "document",
    schema: "unf.search/1",
    document: answer,
    records: () => answer().hits.map((hit) => ({ type: "hit", ...hit })),
    end: () => ({ next }),
    text: (view) => renderHits(found.hits, { root: found.scope.project.root, spansOf }, view),
    isLong: true,
    exit: count === 0 ? 3 : 0,
  };
}
