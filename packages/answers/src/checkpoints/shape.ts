import * as z from "zod";
import * as parts from "../parts/shapes.ts";

/** `unf checkpoint --list` */
export const checkpointsShape = z.strictObject({
  ...parts.pathShape("root"),
  checkpoints: z.array(z.strictObject(parts.checkpointShape)),
  total: z.int().describe("Checkpoints there are, on whichever page"),
  next: parts.nextCursor,
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

/** `unf checkpoint`; with `created` false it is one that said the same, and nothing has changed since */
export const setCheckpointShape = z.strictObject({
  ...parts.pathShape("root"),
  dry_run: z.literal(false),
  ...parts.checkpointShape,
  created: z.boolean(),
  new_bytes: z.int(),
});

/** `unf checkpoint --dry-run` */
export const plannedCheckpointShape = z.strictObject({
  ...parts.pathShape("root"),
  dry_run: z.literal(true),
  id: z.null(),
  name: z.string().nullable(),
  label: z.string().nullable(),
  created: z.literal(false),
});

/** `unf checkpoint --pin`, `--unpin` and `--delete` */
export const changedCheckpointShape = z.strictObject({
  ...parts.pathShape("root"),
  dry_run: z.boolean(),
  ...parts.checkpointShape,
  deleted: z.boolean().optional().describe("Of a deletion: whether it was carried out"),
});

export type CheckpointsAnswer = z.infer<typeof checkpointsShape>;
export type ShownCheckpointAnswer = z.infer<typeof shownCheckpointShape>;
export type CheckpointPayloadAnswer = z.infer<typeof checkpointPayloadShape>;
export type SetCheckpointAnswer = z.infer<typeof setCheckpointShape>;
export type PlannedCheckpointAnswer = z.infer<typeof plannedCheckpointShape>;
export type ChangedCheckpointAnswer = z.infer<typeof changedCheckpointShape>;
