import { checkpointFields, openScope, pathFields, requireCheckpoint } from "@unf/answers";
import { checkpointId, encodeBase64, UnfError } from "@unf/core";
import { treeAt, treeDigest } from "@unf/engine/checkpoints";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { renderCheckpoint, renderCheckpoints } from "./checkpoint-text.ts";
import type { checkpointFlags } from "./flags.ts";

/** All checkpoints of the project, newest first. */
export async function listCheckpoints(call: Call<typeof checkpointFlags>): Promise<Answer> {
  const { reader, project } = openScope(call.asker, await call.asker.openHome(), []);
  const checkpoints = reader.timeline.checkpoints();
  if (checkpoints.length === 0) call.note("no checkpoints yet; unf checkpoint <name> sets one");
  return {
    kind: "document",
    schema: "unf.checkpoints/1",
    document: () => ({
      ...pathFields("root", project.root),
      checkpoints: checkpoints.map(checkpointFields),
    }),
    records: () => checkpoints.map((one) => ({ type: "checkpoint", ...checkpointFields(one) })),
    text: (view) => renderCheckpoints(checkpoints, view),
    isLong: true,
  };
}

/** One checkpoint with the digest of its tree, or with `--payload -` the bytes it was given. */
export async function showCheckpoint(call: Call<typeof checkpointFlags>): Promise<Answer> {
  const { show = "", payload } = call.flags;
  const { reader, project } = openScope(call.asker, await call.asker.openHome(), []);
  const { timeline } = reader;
  const checkpoint = requireCheckpoint(timeline, show);
  const fields = { ...pathFields("root", project.root), ...checkpointFields(checkpoint) };
  if (payload !== undefined) {
    checkDestination(payload);
    const bytes = timeline.checkpointPayload(checkpoint.id);
    if (bytes === undefined) throw noPayload(checkpointId(checkpoint));
    return {
      kind: "bytes",
      schema: "unf.checkpoint/1",
      bytes,
      document: () => ({ ...fields, payload_b64: encodeBase64(bytes) }),
    };
  }
  const digest = treeDigest(treeAt(timeline, checkpoint.snapshot), await call.world.digest());
  return {
    kind: "document",
    schema: "unf.checkpoint/1",
    document: () => ({ ...fields, digest: `b3:${digest}` }),
    text: (view) => renderCheckpoint(checkpoint, `b3:${digest}`, view),
  };
}

function checkDestination(payload: string): void {
  if (payload === "-") return;
  throw new UnfError("usage", "with --show, --payload - writes to stdout and takes no file", {
    hint: "unf checkpoint --show <name> --payload - > <file>",
  });
}

function noPayload(id: string): UnfError {
  return new UnfError("not_found", `${id} has no payload`, { hint: "unf checkpoint --list" });
}
