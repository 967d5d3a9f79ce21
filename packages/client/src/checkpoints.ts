import { encodeBase64, encodeUtf8 } from "@unf/core/base";
import type { Checkpoint } from "@unf/core/timeline";
import type * as Public from "./public.ts";
import type { Session } from "./session.ts";

/** Sets a checkpoint and reads back what the timeline says of it. */
export async function setCheckpoint(
  session: Session,
  { label, message, payload, pinned = false }: Public.CheckpointOptions,
): Promise<Public.Checkpoint & { readonly created: boolean }> {
  const bytes = typeof payload === "string" ? encodeUtf8(payload) : payload;
  const { id, created } = await session.request("checkpoint", {
    root: session.wireRoot,
    label: label ?? null,
    message: message ?? null,
    payload_b64: bytes === undefined ? null : encodeBase64(bytes),
    pinned,
  });
  return { ...toPublic(session.checkpoint(id)), created };
}

export function listCheckpoints({ timeline }: Session): Public.Checkpoint[] {
  return timeline.checkpoints().map(toPublic);
}

export function readPayload(session: Session, id: number): Uint8Array | undefined {
  const { payloadBytes } = session.checkpoint(id);
  if (payloadBytes === null) return undefined;
  const bytes = session.timeline.checkpointPayload(id);
  // Deleted a moment ago, it has none; a Buffer would share its memory with others.
  return bytes && new Uint8Array(bytes);
}

function toPublic({ at, snapshot, ...rest }: Checkpoint): Public.Checkpoint {
  return { ...rest, at: new Date(at), version: snapshot };
}
