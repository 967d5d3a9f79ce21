import { openScope, pathFields, readTimeFlag, timeFields } from "@unf/answers";
import {
  decodeHitCursor,
  encodeHitCursor,
  fingerprintQuery,
  isBehind,
  type LineHit,
  type LineMatcher,
  limits,
  planMatcher,
  UnfError,
} from "@unf/core";
import type { FlagTable, FlagValues } from "../frame/argv/flag.ts";
import { limitFlag } from "../frame/argv/limit-flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { readHits } from "./read-hits.ts";
import { hitJson, renderHits } from "./search-text.ts";

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

type SearchFlags = FlagValues<typeof flags>;

async function runSearch(call: Call<typeof flags>): Promise<Answer> {
  const [pattern = "", ...words] = call.args;
  const matcher = readMatcher(pattern, call.flags);
  const home = await call.asker.openHome();
  const scope = openScope(call.asker, home, words);
  const time = (name: "since" | "until") =>
    readTimeFlag(call.asker, { name, input: call.flags[name], purpose: name }, scope);
  const since = await time("since");
  const until = await time("until");
  if (since !== undefined && until !== undefined && since.at > until.at) {
    throw new UnfError("usage", "--since lies after --until");
  }
  const { hits, lost } = readHits(scope.reader, {
    matcher,
    change: call.flags.in ?? "any",
    since: since?.at,
    until: until?.at,
    within: scope.within,
    interim: call.flags.all,
    reveal: call.flags.reveal,
  });
  const question = [
    scope.project.id,
    scope.within,
    pattern,
    { ...call.flags, limit: 0, cursor: 0 },
  ];
  const page = takePage(hits, call.flags, fingerprintQuery(question));
  if (lost > 0) call.warn(`not searched: ${countOf(lost, "version")} whose content is lost`);
  if (hits.length === 0) call.note("nothing matches");
  if (page.next !== null && call.terminal.isForPerson) {
    call.note(`${countOf(hits.length, "line")} in all: -n <count>`);
  }
  return {
    kind: "document",
    schema: "unf.search/1",
    document: () => ({
      ...pathFields("root", scope.project.root),
      ...(since === undefined ? {} : { since: timeFields(since) }),
      ...(until === undefined ? {} : { until: timeFields(until) }),
      hits: page.hits.map(hitJson),
      next: page.next,
    }),
    records: () => page.hits.map((hit) => ({ type: "hit", ...hitJson(hit) })),
    end: () => ({ next: page.next }),
    text: (view) => renderHits(page.hits, view),
    isLong: true,
    exit: hits.length === 0 ? 3 : 0,
  };
}

function readMatcher(pattern: string, flags: SearchFlags): LineMatcher {
  const ignoreCase = flags["ignore-case"];
  const planned = planMatcher({ pattern, isRegExp: flags.regexp, ignoreCase });
  if (planned.kind === "matcher") return planned.matcher;
  throw new UnfError("usage", planned.why, { hint: "unf search --help" });
}

interface Page {
  readonly hits: readonly LineHit[];
  /** Where the next page goes on; `null` on the last. */
  readonly next: string | null;
}

function takePage(hits: readonly LineHit[], flags: SearchFlags, fingerprint: string): Page {
  const rest = hitsBehind(hits, flags.cursor, fingerprint);
  const page = rest.slice(0, flags.limit ?? limits.search.hits);
  const last = page.at(-1);
  if (last === undefined || page.length === rest.length) return { hits: page, next: null };
  return {
    hits: page,
    next: encodeHitCursor({ version: last.last.id, line: last.line }, fingerprint),
  };
}

function hitsBehind(
  hits: readonly LineHit[],
  cursor: string | undefined,
  fingerprint: string,
): readonly LineHit[] {
  if (cursor === undefined) return hits;
  const place = decodeHitCursor(cursor, fingerprint);
  if (place === undefined) {
    throw new UnfError("usage", "the cursor does not belong to this search", {
      hint: "repeat the text, flags and paths of the search that printed it",
    });
  }
  return hits.filter(({ last, line }) => isBehind(place, { version: last.id, line }));
}
