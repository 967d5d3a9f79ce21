import {
  checkpointPayloadAnswer,
  checkpointsAnswer,
  findCheckpoint,
  readCheckpoints,
  readPayloadOf,
  readTreeDigest,
  shownCheckpointAnswer,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { renderCheckpoint, renderCheckpoints } from "./checkpoint-text.ts";
import type { checkpointFlags } from "./flags.ts";

/** All checkpoints of the project, newest first. */
export async function listCheckpoints(call: Call<typeof checkpointFlags>): Promise<Answer> {
  const found = await readCheckpoints(call.asker);
  const { checkpoints } = found;
  if (checkpoints.length === 0) call.note("no checkpoints yet; unf checkpoint <name> sets one");
  const answer = () => checkpointsAnswer(found);
  return {
    kind: "document",
    schema: "unf.checkpoints/1",
    document: answer,
    records: () => answer().checkpoints.map((one) => ({ type: "checkpoint", ...one })),
    text: (view) => renderCheckpoints(checkpoints, view),
    isLong: true,
  };
}

/** One checkpoint with the digest of its tree, or with `--payload -` the bytes it was given. */
export async function showCheckpoint(call: Call<typeof checkpointFlags>): Promise<Answer> {
  const { show = "", payload } = call.flags;
  const found = await findCheckpoint(call.asker, show);
  if (payload !== undefined) {
    checkDestination(payload);
    const bytes = readPayloadOf(found);
    return {
      kind: "bytes",
      schema: "unf.checkpoint/1",
      bytes,
      document: () => checkpointPayloadAnswer(found, bytes),
    };
  }
  const digest = await readTreeDigest(call.asker, found);
  return {
    kind: "document",
    schema: "unf.checkpoint/1",
    document: () => shownCheckpointAnswer(found, digest),
    text: (view) => renderCheckpoint(found.checkpoint, digest, view),
  };
}

function checkDestination(payload: string): void {
  if (payload === "-") return;
  throw new UnfError("usage", "with --show, --payload - writes to stdout and takes no file", {
    hint: "unf checkpoint --show <name> --payload - > <file>",
  });
}
