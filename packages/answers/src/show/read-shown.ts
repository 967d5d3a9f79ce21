import { type RelPath, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { Point, Snapshot } from "@unf/core/timeline";
import type { Asker } from "../ports/asker.ts";
import { deletedThen, nothingThere } from "../scope/missing.ts";
import { type OpenScope, openScope, readTimeFlag, viewerOf } from "../scope/open-scope.ts";
import { readRowAt } from "../scope/thinned.ts";
import { newestPoint, type ResolvedTime, toPoint } from "../scope/time.ts";
import { findVersion, parseVersionWord, stepBack } from "../scope/version.ts";
import type { ShowQuestion } from "./question.ts";

/** A version with its content, and the time it was asked for by. */
export interface Shown {
  readonly scope: OpenScope;
  readonly snapshot: Snapshot;
  readonly time: ResolvedTime | undefined;
  readonly bytes: Uint8Array;
}

/** Reads the content that is asked for. Throws `not_found`, also for a version that deleted the file. */
export async function readShown(asker: Asker, question: ShowQuestion): Promise<Shown> {
  const { word } = question;
  const home = await asker.openHome();
  const named = parseVersionWord(word);
  const scope = openScope(asker, home, named === undefined ? [word] : []);
  const { snapshot, time } =
    named === undefined
      ? await findByPath(asker, question, scope)
      : { snapshot: findNamed(question, scope, named), time: undefined };
  if (snapshot.hash === null) {
    const command = (version: string): string => `cat ${version}`;
    throw deletedThen(scope, snapshot, { command, now: viewerOf(asker).now });
  }
  return { scope, snapshot, time, bytes: scope.reader.content(snapshot) };
}

async function findByPath(
  asker: Asker,
  { word, at, version: wanted }: ShowQuestion,
  scope: OpenScope,
): Promise<Pick<Shown, "snapshot" | "time">> {
  const { timeline } = scope.reader;
  const path = scope.file ?? ("" as RelPath);
  if (wanted !== undefined && at !== undefined) {
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
  const time = await readTimeFlag(asker, { name: "at", input: at, purpose: "at" }, scope);
  const point: Point = time === undefined ? newestPoint : toPoint(time);
  const snapshot = readRowAt(timeline, path, point, (version) => `cat ${version}`);
  if (snapshot !== undefined) return { snapshot, time };
  throw nothingThere(scope, { path, point }, word);
}

function findNamed(
  { at, version }: ShowQuestion,
  { reader }: OpenScope,
  named: NonNullable<ReturnType<typeof parseVersionWord>>,
): Snapshot {
  if (at !== undefined || version !== undefined) {
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
