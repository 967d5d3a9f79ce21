import { collectHome, importHome, type OpenProjects, repairHome } from "@unf/maintenance";
import type { Method, Progress, Requests } from "@unf/protocol";
import type { RecorderWorld } from "../record/recorder-world.ts";

/** Requests that write to the home as a whole: the holder of its lock carries them out. */
export type HomeMethod = "repair" | "collect" | "import";

/** `open`: the projects that this process records. */
type CarryOut<M extends HomeMethod> = (
  world: RecorderWorld,
  open: OpenProjects,
  params: Requests[M]["params"],
  onProgress?: (progress: Progress) => void,
) => Promise<Requests[M]["reply"]>;

/** The same in the daemon and in a command's own process. */
export const homeWork: { readonly [M in HomeMethod]: CarryOut<M> } = {
  repair: repairHome,
  import: importHome,
  collect: (world, _open, params) => collectHome(world, params),
};

export function isHomeWork(method: Method): method is HomeMethod {
  return Object.hasOwn(homeWork, method);
}
