import type { AbsPath, ProjectId } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import type { ProjectIdentity, Timeline } from "@unf/core/ports";
import { permitFor } from "@unf/system";
import { openTimeline } from "@unf/timeline";

/** Opens a timeline of a home for writing. Only for the holder of the daemon's lock. */
export function openHomeTimeline(
  home: AbsPath,
  id: ProjectId,
  options: { readonly create?: ProjectIdentity } = {},
): Timeline {
  const path = timelinePath(home, id);
  return openTimeline(path, permitFor(path), options);
}
