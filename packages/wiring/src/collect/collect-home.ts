import { limits } from "@unf/core";
import { type CollectReport, collect } from "@unf/engine";
import type { CollectParams, CollectReply } from "@unf/protocol";
import { systemClock } from "@unf/system";
import { convertFormer } from "../convert-former.ts";
import type { RecorderWorld } from "../recorder-world.ts";
import { openNeeds } from "./open-needs.ts";

/**
 * Collects the objects of the home that nothing needs. Only for the holder of the daemon's lock, and
 * one at a time.
 * `breathe` ends it by throwing. Throws `store_damaged` when a timeline cannot be read.
 */
export async function collectHome(
  world: Pick<RecorderWorld, "home" | "contents" | "log" | "mayWrite">,
  order: CollectParams & { readonly oldest_bytes?: number },
  breathe: () => Promise<void> = systemClock.breathe,
): Promise<CollectReply> {
  convertFormer(world.home, world.log);
  using open = openNeeds(world.home);
  const report = await collect(
    {
      clock: { ...systemClock, breathe },
      limits: { ...limits.collect, sliceMs: limits.daemon.sliceMs },
      contents: world.contents,
      timelines: open.timelines,
      mayWrite: world.mayWrite,
    },
    {
      dryRun: order.dry_run,
      emptyTrash: order.empty_trash,
      oldestBytes: order.oldest_bytes ?? 0,
    },
  );
  if (!order.dry_run) world.log.info("collected", { ...summary(report) });
  return summary(report);
}

function summary({ collected, packed, emptied, trash, restored, young }: CollectReport) {
  return { collected, packed, emptied, trash, restored, young };
}
