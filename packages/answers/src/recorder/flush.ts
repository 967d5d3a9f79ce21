import { absPathToColumn } from "@unf/core/base";
import type { FlushReply, Progress } from "@unf/protocol";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { resolveScope } from "../scope/scope.ts";
import type { FlushAnswer } from "./shape.ts";

interface FlushOrder {
  /** Looks at every file, though the watcher told of all that changed. */
  readonly sweep: boolean;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Has everything recorded that is on disk, in the project that the asker means or in all of them.
 * Throws `not_watched`, `daemon_unavailable`.
 */
export async function flushProjects(
  asker: Asker,
  { sweep, onProgress }: FlushOrder,
): Promise<FlushAnswer> {
  const { wiring, reader } = await asker.openHome();
  const root =
    asker.projectWord === undefined
      ? undefined
      : resolveScope({ projects: reader.projects(), asker, pathWords: [] }).project.root;
  await using writer = await wiring.openWriter(reader.home, "never");
  const params = {
    ...(root === undefined ? {} : { root: absPathToColumn(root) }),
    ...(sweep ? { sweep } : {}),
  };
  return flushAnswer(await writer.request("flush", params, onProgress));
}

function flushAnswer({ projects }: FlushReply): FlushAnswer {
  return {
    projects: projects.map(({ root, last_id, recorded }) => ({
      ...pathFields("root", root),
      last: last_id === null ? null : versionName(last_id),
      recorded,
    })),
  };
}
