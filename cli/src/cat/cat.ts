import {
  findVersion,
  instant,
  newestPoint,
  type OpenScope,
  openScope,
  parseVersionWord,
  pathFields,
  type ResolvedTime,
  readRowAt,
  readTimeFlag,
  stepBack,
  timeFields,
  toPoint,
  viewerOf,
} from "@unf/answers";
import {
  decodeUtf8,
  encodeUtf8,
  escapeForDisplay,
  isLinkMode,
  joinPath,
  type Point,
  planMask,
  type RelPath,
  type Snapshot,
  UnfError,
} from "@unf/core";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";
import { pickLines } from "./line-range.ts";
import { deletedThen, nothingThere } from "./missing.ts";
import { actsOnTerminal } from "./terminal-safe.ts";

const flags = {
  at: { kind: "text", value: "<time>", help: "As it was then (default: the last recorded state)" },
  version: {
    kind: "text",
    value: "<v>",
    help: "This version of the file, such as v1234 or v1234~2",
  },
  "line-range": {
    kind: "text",
    value: "<from,to>",
    help: "Only these lines, counted from 1: 10,40 or 10,",
  },
  raw: {
    kind: "switch",
    help: "To a terminal as it is: control characters, and secrets without a mask",
  },
} as const satisfies FlagTable;

export const cat = defineCommand({
  usage: ["cat <path> [--at <time> | --version <v>]", "cat <v>"],
  about: [
    "Prints the content of a file as it was recorded: exactly its bytes, nothing else. For a symbolic link that is its target. On a terminal secrets of known shape and values of .env files are masked, unless --raw is given.",
    "A file that is deleted now is printed as it was with --at or --version. A word like v1234 is a version; write ./v1234 for a file of that name.",
  ],
  flags,
  examples: [
    {
      line: "unf cat src/cart.ts --at 10m > cart.old.ts",
      does: "the file as it was ten minutes ago",
    },
    { line: "unf cat .env --at @prev", does: "the version before the current content" },
    { line: "unf cat v1234 --line-range 40,60", does: "twenty lines of one version" },
    { line: "unf cat --json src/cart.ts", does: "content and what is known about it" },
  ],
  exits: {
    3: "no such file or version",
    4: "control characters and a terminal, without --raw",
    7: "the content is lost, was not kept, or is no longer kept",
  },
  args: { min: 1, max: 1 },
  run: runCat,
});

async function runCat(call: Call<typeof flags>): Promise<Answer> {
  const home = await call.asker.openHome();
  const [word = ""] = call.args;
  const named = parseVersionWord(word);
  const scope = openScope(call.asker, home, named === undefined ? [word] : []);
  const { snapshot, time } =
    named === undefined
      ? await findByPath(call, scope, word)
      : { snapshot: findNamed(call, scope, named), time: undefined };
  if (snapshot.hash === null) {
    const command = (version: string): string => `cat ${version}`;
    throw deletedThen(scope, snapshot, { command, now: viewerOf(call.asker).now });
  }
  const whole = scope.reader.content(snapshot);
  const range = call.flags["line-range"];
  const bytes = range === undefined ? whole : pickLines(whole, range);
  if (call.terminal.isForPerson && !call.flags.raw && actsOnTerminal(bytes)) {
    throw new UnfError("refused", "the content holds control characters that act on a terminal", {
      hint: "add --raw, or send it to a file or through a pager",
    });
  }
  return {
    kind: "bytes",
    schema: "unf.show/1",
    bytes: call.terminal.isForPerson && !call.flags.raw ? maskedFor(call, snapshot, bytes) : bytes,
    document: () => contentJson(scope, snapshot, time, bytes),
  };
}

/** The content for a person's eyes; what no text is stays as it is. */
function maskedFor(call: Call<typeof flags>, { path }: Snapshot, bytes: Uint8Array): Uint8Array {
  const text = decodeUtf8(bytes);
  if (text === undefined) return bytes;
  const lines = text.split("\n");
  const mask = planMask(path, lines, "certain");
  const shown = lines.map((_, index) => mask(index)).join("\n");
  if (shown === text) return bytes;
  call.note("secrets are masked: --raw shows them, and so does a pipe");
  return encodeUtf8(shown);
}

interface Found {
  readonly snapshot: Snapshot;
  readonly time: ResolvedTime | undefined;
}

async function findByPath(
  call: Call<typeof flags>,
  scope: OpenScope,
  word: string,
): Promise<Found> {
  const { timeline } = scope.reader;
  const path = scope.file ?? ("" as RelPath);
  const wanted = call.flags.version;
  if (wanted !== undefined && call.flags.at !== undefined) {
    throw new UnfError("usage", "--at and --version exclude each other");
  }
  if (wanted !== undefined) {
    const named = parseVersionWord(wanted);
    if (named === undefined)
      throw new UnfError("usage", `--version takes a version such as v1234, not "${wanted}"`);
    // Steps back may lead to a name that the file had before.
    belongsTo(path, findVersion(timeline, named.id));
    return { snapshot: stepBack(timeline, named.id, named.back), time: undefined };
  }
  const time = await readTimeFlag(
    call.asker,
    { name: "at", input: call.flags.at, purpose: "at" },
    scope,
  );
  const point: Point = time === undefined ? newestPoint : toPoint(time);
  const snapshot = readRowAt(timeline, path, point, (version) => `cat ${version}`);
  if (snapshot !== undefined) return { snapshot, time };
  throw nothingThere(scope, { path, point }, word);
}

function findNamed(
  call: Call<typeof flags>,
  { reader }: OpenScope,
  named: NonNullable<ReturnType<typeof parseVersionWord>>,
): Snapshot {
  if (call.flags.at !== undefined || call.flags.version !== undefined) {
    throw new UnfError("usage", "a version is named already; --at and --version go with a path");
  }
  return stepBack(reader.timeline, findVersion(reader.timeline, named.id).id, named.back);
}

function belongsTo(path: RelPath, snapshot: Snapshot): void {
  if (snapshot.path === path) return;
  throw new UnfError(
    "not_found",
    `v${snapshot.id} is a version of ${escapeForDisplay(snapshot.path)}, not of ${path}`,
    {
      hint: `unf cat v${snapshot.id}`,
    },
  );
}

function contentJson(
  { reader }: OpenScope,
  snapshot: Snapshot,
  time: ResolvedTime | undefined,
  bytes: Uint8Array,
): JsonObject {
  const text = decodeUtf8(bytes);
  return {
    ...pathFields("root", reader.project.root),
    ...pathFields("path", snapshot.path),
    ...pathFields("file", joinPath(reader.project.root, snapshot.path)),
    version: `v${snapshot.id}`,
    at: { ...(time === undefined ? {} : timeFields(time)), recorded: instant(snapshot.at) },
    bytes: bytes.length,
    hash: snapshot.hash === null ? null : `b3:${snapshot.hash}`,
    mode: snapshot.mode.toString(8),
    link: isLinkMode(snapshot.mode),
    encoding: text === undefined ? "base64" : "utf-8",
    ...(text === undefined
      ? { content_b64: Buffer.from(bytes).toString("base64") }
      : { content: text }),
  };
}
