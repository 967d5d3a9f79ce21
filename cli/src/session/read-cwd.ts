import { type AbsPath, UnfError } from "@unf/core/base";
import type { World } from "../frame/world/world.ts";

/** The working directory; `null` when it was deleted, which is no reason to stop. */
export function readCwd(world: Pick<World, "cwd">): AbsPath | null {
  try {
    return world.cwd();
  } catch (thrown) {
    if (thrown instanceof UnfError) return null;
    throw thrown;
  }
}
