import { UnfError } from "@unf/core/base";
import type { RestoreRequest } from "@unf/core/restore";
import type { Snapshot } from "@unf/core/timeline";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, readTimeFlag, type TimeFlag } from "../scope/open-scope.ts";
import { type ResolvedTime, toPoint } from "../scope/time.ts";
import { parseVersionWord, stepBack } from "../scope/version.ts";
import { findDeletion } from "./before-deletion.ts";
import type { RestoreQuestion } from "./question.ts";

/** The request, and the instant or version as it was understood. */
export interface Asked {
  readonly request: RestoreRequest;
  readonly time: ResolvedTime;
}

/** Reads what the words mean in this project. Throws `usage` when they name no instant. */
export async function readRequest(
  asker: Asker,
  question: RestoreQuestion,
  scope: OpenScope,
): Promise<Asked> {
  const { include, exclude, deletions, overwrite } = question;
  const common = { include, exclude, deletions, overwrite };
  if (question.version !== undefined) {
    const version = readVersion(question.version, scope);
    if (scope.within.length > 1) {
      throw new UnfError(
        "usage",
        "--version is about one file; name one path to put it at, or none",
      );
    }
    const time = { input: question.version, at: version.at, version };
    return { request: { ...common, target: { version: version.id }, within: scope.within }, time };
  }
  const given = await readTimeFlag(asker, instantFlag(question), scope);
  if (given !== undefined)
    return { request: { ...common, target: toPoint(given), within: scope.within }, time: given };
  const found = await findDeletion(asker, scope);
  if (found === undefined) {
    throw new UnfError("usage", "say back to when: --at <time>, --version <v> or --turn <t-12>", {
      hint: "unf log shows versions; unf help times",
    });
  }
  const { target, time, within } = found;
  return { request: { ...common, target, within }, time };
}

/** A turn and a session are times like others. */
function instantFlag({ at, turn, session }: RestoreQuestion): TimeFlag {
  if (turn !== undefined) return { name: "turn", input: `turn:${turn}`, purpose: "at" };
  if (session === undefined) return { name: "at", input: at, purpose: "at" };
  return { name: "session", input: `session:${session}`, purpose: "at" };
}

function readVersion(word: string, { reader }: OpenScope): Snapshot {
  const named = parseVersionWord(word);
  if (named === undefined)
    throw new UnfError("usage", `--version takes a version such as v1234, not "${word}"`);
  return stepBack(reader.timeline, named.id, named.back);
}
