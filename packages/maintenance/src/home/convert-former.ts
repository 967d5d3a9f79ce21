import { sayFailure, UnfError } from "@unf/core/base";
import type { Log } from "@unf/core/ports";
import type { HomePorts } from "./home.ts";
import { timelineIds } from "./projects.ts";

/**
 * Brings the timelines that an older program left to this program's format, also those of projects
 * that are not watched any more: nobody else would open them for writing, and readers take only this
 * format. One that cannot be converted now is logged, and tried again by the next recorder.
 */
export function convertFormer(
  home: Pick<HomePorts, "home" | "files" | "timelines">,
  log: Log,
): void {
  const { timelines } = home;
  for (const id of timelineIds(home)) {
    try {
      if (timelines.finishSwap(id)) log.info("timeline.swapped", { project: id });
      if (timelines.convert(id)) log.info("timeline.converted", { project: id });
    } catch (thrown) {
      if (!(thrown instanceof UnfError)) throw thrown;
      log.warn("timeline.not_converted", { project: id, why: sayFailure(thrown) });
    }
  }
}
