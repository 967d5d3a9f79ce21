import { limits } from "@unf/core/config";
import { type CollectReport, collect } from "@unf/engine";
import type { CollectParams, CollectReply } from "@unf/protocol";
import { breathingBy } from "../home/breathing.ts";
import { convertFormer } from "../home/convert-former.ts";
import type { HomeWorld } from "../home/home.ts";
import { openNeeds } from "./open-needs.ts";

/**
 * Collects the objects of the home that nothing needs. Only for the holder of the daemon's lock, and
 * one at a time.
 * `breathe` ends it by throwing. Throws `store_damaged` when a timeline cannot be read.
 */
export async function collectHome(
  world: Omit<HomeWorld, "config">,
  order: CollectParams & { readonly oldest_bytes?: number },
  breathe: () => Promise<void> = () => world.clock.breathe(),
): Promise<CollectReply> {
  convertFormer(world, world.log);
  using open = openNeeds(world);
  const report = await collect(
    {
      clock: breathingBy(world.clock, breathe),
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
