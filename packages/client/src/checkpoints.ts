import { encodeBase64, encodeUtf8 } from "@unf/core/base";
import { refuseLabel } from "@unf/core/checkpoints";
import { limits } from "@unf/core/config";
import type { Checkpoint } from "@unf/core/timeline";
import type * as Public from "./public.ts";
import type { History, Session } from "./session.ts";

const { labelCharsMax } = limits.checkpoint;

/** Sets a checkpoint and reads back what the timeline says of it. */
export async function setCheckpoint(
  session: Session,
  { label, message, payload, pinned = false }: Public.CheckpointOptions,
): Promise<Public.Checkpoint & { readonly created: boolean }> {
  const bytes = typeof payload === "string" ? encodeUtf8(payload) : payload;
  const { id, created } = await session.request("checkpoint", {
    root: session.wireRoot,
    ...nameOf(label ?? null, message ?? null),
    payload_b64: bytes === undefined ? null : encodeBase64(bytes),
    pinned,
  });
  return { ...toPublic(session.checkpoint(id)), created };
}

/** A text that is no name, such as a prompt, is the message, and its beginning the name. */
export function nameOf(label: string | null, message: string | null) {
  const isName = label === null || label.trim() === "" || refuseLabel(label) === undefined;
  if (isName || message !== null) return { label, message };
  const [line = ""] = label
    .trimStart()
    .slice(0, 4 * labelCharsMax)
    .split(/[\p{Cc}\u2028\u2029]/u, 1);
  const name = line.slice(0, labelCharsMax).toWellFormed().trim();
  return { label: name === "" ? null : name, message: label };
}

export function listCheckpoints({ timeline }: History): Public.Checkpoint[] {
  return timeline.checkpoints().map(toPublic);
}

export function readPayload(session: History, id: number): Uint8Array | undefined {
  const { payloadBytes } = session.checkpoint(id);
  if (payloadBytes === null) return undefined;
  const bytes = session.timeline.checkpointPayload(id);
  // Deleted a moment ago, it has none; a Buffer would share its memory with others.
  return bytes && new Uint8Array(bytes);
}

export function toPublic({ at, snapshot, ...rest }: Checkpoint): Public.Checkpoint {
  return { ...rest, at: new Date(at), version: snapshot };
}
