import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const bytes = z.int().min(0);

/** Room that the whole store takes on its disk. */
const store = z.strictObject({
  objects_bytes: bytes,
  packs_bytes: bytes,
  timelines_bytes: bytes,
  trash_bytes: bytes,
  backups_bytes: bytes,
  rescues_bytes: bytes,
  logs_bytes: bytes,
  other_bytes: bytes,
  counted_bytes: bytes.describe("What counts for the cap"),
  disk_bytes: bytes,
});

/** `unf du` */
export const duShape = z.strictObject({
  ...parts.pathShape("root"),
  by: z.enum(["dir", "file", "ext", "day", "session"]),
  rows: z.array(z.strictObject({ ...parts.pathShape("key"), bytes, versions: z.int() })),
  more: z.int().describe("Groups that are not listed"),
  total_bytes: bytes.describe("Of all groups"),
  store,
});

export type DuAnswer = z.infer<typeof duShape>;
export type UsageAnswer = DuAnswer["rows"][number];
export type StoreSizeAnswer = z.infer<typeof store>;
