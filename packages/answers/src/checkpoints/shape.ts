import * as z from "zod";
import * as parts from "../parts/shapes.ts";

/** `unf checkpoint --list` */
export const checkpointsShape = z.strictObject({
  ...parts.pathShape("root"),
  checkpoints: z.array(z.strictObject(parts.checkpointShape)),
});

/** `unf checkpoint --show` */
export const shownCheckpointShape = z.strictObject({
  ...parts.pathShape("root"),
  ...parts.checkpointShape,
  digest: z.string().startsWith("b3:").describe("Of the tree as it was"),
});

/** `unf checkpoint --show --payload -` */
export const checkpointPayloadShape = z.strictObject({
  ...parts.pathShape("root"),
  ...parts.checkpointShape,
  payload_b64: parts.base64,
});

export type CheckpointsAnswer = z.infer<typeof checkpointsShape>;
export type ShownCheckpointAnswer = z.infer<typeof shownCheckpointShape>;
export type CheckpointPayloadAnswer = z.infer<typeof checkpointPayloadShape>;
