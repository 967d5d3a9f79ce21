import type { CollectReply, Progress } from "@unf/protocol";
import type { OpenHome } from "../ports/asker.ts";
import type { GcAnswer } from "./shape.ts";

/** How contents that nothing needs are collected. */
export interface CollectOrder {
  readonly isDryRun: boolean;
  /** Deletes what lies in the trash at once, and for good. */
  readonly emptyTrash: boolean;
  readonly onProgress: (progress: Progress) => void;
}

/** Collects the contents that no version of any project needs any more, or says which. */
export async function collectContents(
  { wiring, reader }: OpenHome,
  { isDryRun, emptyTrash, onProgress }: CollectOrder,
): Promise<GcAnswer> {
  await using writer = await wiring.openWriter(reader.home, "process");
  const params = { dry_run: isDryRun, empty_trash: emptyTrash };
  return gcAnswer(await writer.request("collect", params, onProgress), isDryRun);
}

function gcAnswer(reply: CollectReply, isDryRun: boolean): GcAnswer {
  const { collected, packed, emptied, trash, restored, young } = reply;
  return {
    dry_run: isDryRun,
    objects: collected.objects + packed.objects,
    bytes: collected.bytes + packed.bytes,
    packed: { ...packed },
    emptied: { ...emptied },
    trash: { ...trash },
    restored,
    young,
  };
}
