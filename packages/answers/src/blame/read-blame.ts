import { type RelPath, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { Point, Snapshot } from "@unf/core/timeline";
import { isBy, parseAuthorWord } from "../authors/author-filter.ts";
import { readAuthors } from "../authors/authors.ts";
import type { Asker } from "../ports/asker.ts";
import { parseRange } from "../scope/line-range.ts";
import { deletedThen, nothingThere } from "../scope/missing.ts";
import { type OpenScope, openScope, readTimeFlag, viewerOf } from "../scope/open-scope.ts";
import { readRowAt } from "../scope/thinned.ts";
import { newestPoint, type ResolvedTime, toPoint } from "../scope/time.ts";
import { parseVersionWord, stepBack } from "../scope/version.ts";
import { type AuthoredLine, type BlamedTurn, blameLines, readTurns } from "./blame-lines.ts";
import type { BlameQuestion } from "./question.ts";

/** A version whose lines were blamed. */
export interface Blame {
  readonly scope: OpenScope;
  readonly path: RelPath;
  readonly snapshot: Snapshot;
  /** The time that it was asked for by. */
  readonly time: ResolvedTime | undefined;
  readonly lines: readonly AuthoredLine[];
  /** The turns that wrote any of the lines. */
  readonly turns: readonly BlamedTurn[];
  /** False while nothing is known of agents: then there is nobody to tell apart. */
  readonly hasAgents: boolean;
}

/** Blames the lines that are asked for. Throws `not_found`, also for a version that deleted the file. */
export async function readBlame(asker: Asker, question: BlameQuestion): Promise<Blame> {
  const range = parseRange(question.range);
  const { scope, snapshot, time, path } = await readVersion(asker, question);
  const { timeline } = scope.reader;
  const authors = readAuthors(timeline);
  const author = question.author === undefined ? undefined : parseAuthorWord(question.author);
  const order = {
    snapshot,
    range,
    interim: question.interim,
    reveal: question.reveal,
    onLost: ({ id }: Snapshot) =>
      asker.warn(`the content of v${id} is lost; its lines count as those of a later version`),
  };
  const blamed = await blameLines(scope.reader, order, asker);
  const lines = blamed
    .filter(({ origin }) => isBy(author, authors, origin.version.snapshot))
    .map((line) => ({ ...line, author: authors.of(line.origin.version.snapshot) }));
  const turns = readTurns(scope.reader, lines);
  return { scope, path, snapshot, time, lines, turns, hasAgents: authors.hasAgents };
}

/** A version in the place of the path names file and state. */
async function readVersion(
  asker: Asker,
  question: BlameQuestion,
): Promise<Pick<Blame, "scope" | "path" | "snapshot" | "time">> {
  const home = await asker.openHome();
  const named = parseVersionWord(question.path);
  if (named === undefined) {
    const scope = openScope(asker, home, [question.path]);
    const path = scope.file ?? ("" as RelPath);
    return { scope, path, ...(await findByPath(asker, question, scope)) };
  }
  if (question.at !== undefined)
    throw new UnfError("usage", "a version is named already; --at goes with a path");
  const scope = openScope(asker, home, []);
  const version = stepBack(scope.reader.timeline, named.id, named.back);
  if (version.hash === null)
    throw deletedThen(scope, version, { command: (one) => `blame ${one}`, now: asker.now() });
  const time = { input: question.path, at: version.at, version };
  return { scope, path: version.path, snapshot: version, time };
}

async function findByPath(
  asker: Asker,
  { path: word, at }: BlameQuestion,
  scope: OpenScope,
): Promise<Pick<Blame, "snapshot" | "time">> {
  const path = scope.file ?? ("" as RelPath);
  const time = await readTimeFlag(asker, { name: "at", input: at, purpose: "at" }, scope);
  const { now } = viewerOf(asker);
  const point: Point = time === undefined ? newestPoint : toPoint(time);
  const snapshot = readRowAt(
    scope.reader.timeline,
    path,
    point,
    (version) => `blame ${escapeForDisplay(path)} --at ${version}`,
  );
  if (snapshot === undefined) throw nothingThere(scope, { path, point }, word);
  if (snapshot.hash !== null) return { snapshot, time };
  const command = (version: string, name: string): string => `blame ${name} --at ${version}`;
  throw deletedThen(scope, snapshot, { command, now });
}
