import { type Project, setCheckpoint } from "@unf/engine";
import type { CheckpointParams, CheckpointReply } from "@unf/protocol";

/** Sets a checkpoint that came as a request. */
export function answerCheckpoint(
  project: Project,
  { label, message, payload_b64, pinned }: CheckpointParams,
): Promise<CheckpointReply> {
  const payload = payload_b64 === null ? null : Buffer.from(payload_b64, "base64");
  return setCheckpoint(project, { label, message, payload, pinned });
}
