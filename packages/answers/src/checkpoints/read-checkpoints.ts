import { encodeBase64, UnfError } from "@unf/core/base";
import { checkpointId } from "@unf/core/checkpoints";
import type { Checkpoint } from "@unf/core/timeline";
import { treeAt, treeDigest } from "@unf/engine/checkpoints";
import { checkpointFields } from "../parts/marks.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, openScope } from "../scope/open-scope.ts";
import { requireCheckpoint } from "../scope/require-checkpoint.ts";
import type { CheckpointsPage } from "./question.ts";
import type { CheckpointPayloadAnswer, CheckpointsAnswer, ShownCheckpointAnswer } from "./shape.ts";

/** All checkpoints of a project, newest first. */
export interface Checkpoints {
  readonly scope: OpenScope;
  readonly checkpoints: readonly Checkpoint[];
}

export async function readCheckpoints(asker: Asker): Promise<Checkpoints> {
  const scope = openScope(asker, await asker.openHome(), []);
  return { scope, checkpoints: scope.reader.timeline.checkpoints() };
}

/** All of them, or one page. */
export function checkpointsAnswer(
  { scope, checkpoints }: Checkpoints,
  { limit, before }: CheckpointsPage = { limit: checkpoints.length },
): CheckpointsAnswer {
  const bound = before === undefined ? Number.POSITIVE_INFINITY : readCursor(before);
  const rest = checkpoints.filter(({ id }) => id < bound);
  const listed = rest.slice(0, limit);
  const last = listed.at(-1);
  return {
    ...pathFields("root", scope.project.root),
    checkpoints: listed.map(checkpointFields),
    total: checkpoints.length,
    next: last === undefined || listed.length === rest.length ? null : checkpointId(last),
  };
}

function readCursor(word: string): number {
  const id = Number(/^cp:([1-9]\d{0,15})$/.exec(word)?.[1]);
  if (Number.isSafeInteger(id)) return id;
  throw new UnfError("usage", "the cursor of checkpoints is one by its number, such as cp:12", {
    hint: "take next of the page before",
  });
}

/** One checkpoint of a project. */
export interface FoundCheckpoint {
  readonly scope: OpenScope;
  readonly checkpoint: Checkpoint;
}

/** `word`: a label or a number, as a person writes it. Throws `not_found`. */
export async function findCheckpoint(asker: Asker, word: string): Promise<FoundCheckpoint> {
  const scope = openScope(asker, await asker.openHome(), []);
  return { scope, checkpoint: requireCheckpoint(scope.reader.timeline, word) };
}

/** The digest of the tree as it was, `b3:…`. */
export async function readTreeDigest(
  asker: Asker,
  { scope, checkpoint }: FoundCheckpoint,
): Promise<string> {
  const tree = treeAt(scope.reader.timeline, checkpoint.snapshot);
  return `b3:${treeDigest(tree, await asker.digest())}`;
}

/** The bytes that it was given. Throws `not_found` where it was given none. */
export function readPayloadOf({ scope, checkpoint }: FoundCheckpoint): Uint8Array {
  const bytes = scope.reader.timeline.checkpointPayload(checkpoint.id);
  if (bytes !== undefined) return bytes;
  throw new UnfError("not_found", `${checkpointId(checkpoint)} has no payload`, {
    hint: "unf checkpoint --list",
  });
}

export function shownCheckpointAnswer(
  found: FoundCheckpoint,
  digest: string,
): ShownCheckpointAnswer {
  return { ...fieldsOf(found), digest };
}

export function checkpointPayloadAnswer(
  found: FoundCheckpoint,
  bytes: Uint8Array,
): CheckpointPayloadAnswer {
  return { ...fieldsOf(found), payload_b64: encodeBase64(bytes) };
}

function fieldsOf({ scope, checkpoint }: FoundCheckpoint) {
  return { ...pathFields("root", scope.project.root), ...checkpointFields(checkpoint) };
}
