import type { World } from "../world/world.ts";

/** So long work goes on before others have a turn, a signal among them. Unit: ms. */
const turnMs = 50;

/** Pauses of work that goes on in one piece, in which others have their turn. */
export interface Breath {
  /** True also where the clock was set back meanwhile. */
  isDue(): boolean;
  take(): Promise<void>;
}

/** Breath of work that begins now. */
export function openBreath(world: Pick<World, "now" | "pause">): Breath {
  let takenAt = world.now();
  return {
    isDue: () => {
      const now = world.now();
      return now - takenAt >= turnMs || now < takenAt;
    },
    take: async () => {
      await world.pause(0);
      takenAt = world.now();
    },
  };
}
