import {
  instant,
  isBy,
  newestPoint,
  openScope,
  parseAuthorWord,
  pathFields,
  readAuthors,
  readRowAt,
  readTimeFlag,
  timeFields,
  toPoint,
  viewerOf,
} from "@unf/answers";
import { escapeForDisplay, type Point, type RelPath } from "@unf/core";
import { parseRange } from "../cat/line-range.ts";
import { deletedThen, nothingThere } from "../cat/missing.ts";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { blamedLineJson, renderBlame } from "./blame-text.ts";
import { readBlame, readTurns } from "./read-blame.ts";

const flags = {
  at: { kind: "text", value: "<time>", help: "As it was then (default: the last recorded state)" },
  "line-range": {
    kind: "text",
    short: "L",
    value: "<from,to>",
    help: "Only these lines, counted from 1: 10,40 or 10,",
  },
  author: {
    kind: "text",
    value: "<name>",
    help: "Only lines by human, by this agent, or by $all-agent",
  },
  all: {
    kind: "switch",
    help: "Interim versions too: states the file passed through within 3 seconds",
  },
  reveal: { kind: "switch", help: "Show secrets instead of masking them" },
} as const satisfies FlagTable;

export const blame = defineCommand({
  usage: ["blame <file> [--at <time>] [-L <from,to>]"],
  about: [
    "Says of every line of a file which version wrote it, who wrote that, and when. Lines keep their origin through renames of the file.",
    "A line that a restore, an undo or a redo brought back is of the version that wrote it first. One that was changed or moved by hand is of the version that did it.",
    "Where an agent wrote, the turn is named, and below the file what its prompt was about, and what took it back since. Unknown is who could not be told for certain.",
    "What looks like a secret is masked. In a pipe each line is author, turn, instant, version, number and text, with tabs.",
  ],
  flags,
  examples: [
    { line: "unf blame src/cart.ts", does: "every line with the version that wrote it" },
    { line: "unf blame src/cart.ts -L 40,60", does: "twenty lines of it" },
    { line: "unf blame src/cart.ts --at v1234~1", does: "the file before a version" },
    { line: "unf blame src/cart.ts --author '$all-agent'", does: "only lines that agents wrote" },
    { line: "unf blame .env --reveal", does: "values, too" },
  ],
  exits: { 3: "no such file, version or line", 7: "the content is lost or no longer kept" },
  args: { min: 1, max: 1 },
  run: runBlame,
});

async function runBlame(call: Call<typeof flags>): Promise<Answer> {
  const [word = ""] = call.args;
  const range = parseRange(call.flags["line-range"] ?? "1,");
  const home = await call.asker.openHome();
  const scope = openScope(call.asker, home, [word]);
  const path = scope.file ?? ("" as RelPath);
  const time = await readTimeFlag(
    call.asker,
    { name: "at", input: call.flags.at, purpose: "at" },
    scope,
  );
  const { now } = viewerOf(call.asker);
  const point: Point = time === undefined ? newestPoint : toPoint(time);
  const snapshot = readRowAt(
    scope.reader.timeline,
    path,
    point,
    (version) => `blame ${escapeForDisplay(path)} --at ${version}`,
  );
  if (snapshot === undefined) throw nothingThere(scope, { path, point }, word);
  if (snapshot.hash === null) {
    const command = (version: string, name: string): string => `blame ${name} --at ${version}`;
    throw deletedThen(scope, snapshot, { command, now });
  }
  const authors = readAuthors(scope.reader.timeline);
  const author = call.flags.author === undefined ? undefined : parseAuthorWord(call.flags.author);
  const blamed = readBlame(scope.reader, {
    snapshot,
    range,
    interim: call.flags.all,
    reveal: call.flags.reveal,
    onLost: ({ id }) =>
      call.warn(`the content of v${id} is lost; its lines count as those of a later version`),
  });
  const lines = blamed
    .filter(({ origin }) => isBy(author, authors, origin.version.snapshot))
    .map((line) => ({ ...line, author: authors.of(line.origin.version.snapshot) }));
  const turns = readTurns(scope.reader.timeline, lines);
  const about = {
    ...pathFields("path", path),
    version: `v${snapshot.id}`,
    at: { ...(time === undefined ? {} : timeFields(time)), recorded: instant(snapshot.at) },
  };
  const linesJson = () => lines.map((line) => blamedLineJson(line, { path, turns }));
  return {
    kind: "document",
    schema: "unf.blame/1",
    document: () => ({ ...pathFields("root", scope.project.root), ...about, lines: linesJson() }),
    records: () => linesJson().map((line) => ({ type: "line", ...line })),
    end: () => about,
    text: (view) => renderBlame(lines, { path, turns, hasAgents: authors.hasAgents }, view),
    isLong: true,
  };
}
