import * as z from "zod";

const count = z.int().min(0);

const objects = z.strictObject({ objects: count, bytes: count });

/** `unf gc`: what was collected; of a dry run what would be. */
export const gcShape = z.strictObject({
  dry_run: z.boolean(),
  objects: count.describe("Moved into the trash, and left out of packs that were written anew"),
  bytes: count,
  packed: objects.describe("Of them those of packs: they are gone at once"),
  emptied: objects.describe("Deleted from the trash for good"),
  trash: objects.describe("In the trash afterwards"),
  restored: count.describe("Put back from the trash, because something needs them"),
  young: count.describe("Left because they were written lately"),
});

export type GcAnswer = z.infer<typeof gcShape>;
