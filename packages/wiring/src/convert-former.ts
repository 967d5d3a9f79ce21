import { type AbsPath, type Log, sayFailure, UnfError } from "@unf/core";
import { permitFor, timelinePath } from "@unf/system";
import { convertTimeline, finishSwap } from "@unf/timeline";
import { timelineIds } from "./home-reader.ts";

/**
 * Brings the timelines that an older program left to this program's format, also those of projects
 * that are not watched any more: nobody else would open them for writing, and readers take only this
 * format. One that cannot be converted now is logged, and tried again by the next recorder.
 */
export function convertFormer(home: AbsPath, log: Log): void {
  for (const id of timelineIds(home)) {
    try {
      const path = timelinePath(home, id);
      const mayWrite = permitFor(path);
      if (finishSwap(path, mayWrite)) log.info("timeline.swapped", { project: id });
      if (convertTimeline(path, mayWrite)) log.info("timeline.converted", { project: id });
    } catch (thrown) {
      if (!(thrown instanceof UnfError)) throw thrown;
      log.warn("timeline.not_converted", { project: id, why: sayFailure(thrown) });
    }
  }
}
