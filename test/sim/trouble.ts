import type { World } from "./world.ts";

/** The watcher fails, the clock jumps, the disk fills or is freed, or the process stands still for long. */
export function makeTrouble(
  world: World,
  guarded: (where: string, work: () => void) => void,
): void {
  const { random, temper, clock } = world;
  const watcher = random.pick(world.projects).watcher;
  if (random.chance(temper.watcherDies * 10)) {
    world.note(() => "the watcher fails");
    guarded("hint", () => (random.chance(0.5) ? watcher.die() : watcher.loseRoot()));
  } else if (temper.clockJumps && random.chance(0.5)) {
    world.hasJumped = true;
    const ms = (random.below(20_000) - 10_000) * random.pick([1, 1, 3600]) + random.below(1000);
    world.note(() => `the clock jumps by ${ms} ms`);
    clock.jump(ms);
  } else if (temper.diskFills) {
    world.isFull = !world.isFull;
    world.note(() => `the disk is ${world.isFull ? "full" : "no longer full"}`);
  } else {
    clock.stall(random.pick([300, 3000, 61_000, 901_000]));
    world.wasStopped = true;
    world.note(() => "the process was stopped for a while");
  }
}
