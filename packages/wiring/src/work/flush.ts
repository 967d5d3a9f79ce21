import { absPathToColumn } from "@unf/core/base";
import { type Project, settleAuthors } from "@unf/engine";
import type { FlushReply, Progress } from "@unf/protocol";

/** Records what is on disk, after a look at every file if so ordered, and says up to where in the words of the protocol. */
export async function flushProject(
  project: Project,
  sweep: boolean,
  onProgress?: (progress: Progress) => void,
): Promise<FlushReply["projects"][number]> {
  const { lastId, recorded } = await project.flush(
    (seen) => onProgress?.({ phase: "scanning", ...seen, total: null }),
    sweep,
  );
  // An oops that follows acts upon who wrote what.
  await settleAuthors(project);
  const root = absPathToColumn(project.ports.root);
  return { root, last_id: lastId, recorded };
}
