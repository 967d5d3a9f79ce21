import type { World } from "./world.ts";

/** The world as whoever tells what an agent does takes it. */
export function telling(world: World) {
  const randomName = async () => (await import("@unf/system")).randomName();
  return { ...world, randomName };
}
