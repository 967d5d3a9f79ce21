import { type AbsPath, joinPath, type RelPath } from "@unf/core/base";
import type { ForeignHistories, TimelineBuilder } from "@unf/core/exchange";
import { projectsDirectory, timelinePath } from "@unf/core/home";
import type { Timelines } from "@unf/core/ports";
import type { HomePorts } from "@unf/maintenance";
import {
  homeFiles,
  openFileSystem,
  permitFor,
  randomName,
  readIntent,
  systemClock,
  writeIntent,
} from "@unf/system";
import { digest } from "@unf/system/digest";
import { unpackZstd } from "@unf/system/unpack-zstd";
import {
  buildWithArrival,
  buildWithChild,
  convertTimeline,
  finishSwap,
  openTimelineCheck,
  openTimelineNeeds,
  openTimelineReader,
  readForeign,
  readIdentity,
  rebuildTimeline,
} from "@unf/timeline";
import { openHomeTimeline } from "./open-timeline.ts";
import { openStore } from "./store.ts";

/** A home on this machine, as those see it who look after it. Opens nothing by itself. */
export function openHomePorts(home: AbsPath): HomePorts {
  const fs = openFileSystem();
  return {
    home,
    fs,
    files: homeFiles,
    timelines: openTimelines(home),
    intents: { read: () => readIntent(home), write: (intent) => writeIntent(home, intent) },
    openStore: () => openStore(home, fs),
    clock: systemClock,
    digest,
    unique: randomName,
  };
}

function openTimelines(home: AbsPath): Timelines {
  return {
    read: (id) => openTimelineReader(timelinePath(home, id)),
    open: (id) => openHomeTimeline(home, id),
    check: (id) => openTimelineCheck(timelinePath(home, id)),
    needs: (name, since) => {
      const path = joinPath(projectsDirectory(home), `${name}/timeline.db` as RelPath);
      return openTimelineNeeds(path, since);
    },
    identity: readIdentity,
    finishSwap: (id) => finishSwap(timelinePath(home, id), permitFor(timelinePath(home, id))),
    convert: (id) => convertTimeline(timelinePath(home, id), permitFor(timelinePath(home, id))),
  };
}

/** Makes timelines of a home anew, in SQLite. */
export function openTimelineBuilder(home: AbsPath): TimelineBuilder {
  return {
    rebuild: (id, identity) => {
      const path = timelinePath(home, id);
      return rebuildTimeline(path, identity, digest, permitFor(path));
    },
    withArrival: (id, arrival, create, breathe) => {
      const path = timelinePath(home, id);
      return buildWithArrival(path, arrival, create, permitFor(path), breathe);
    },
    withChild: (id, { handover, at }, breathe) => {
      const path = timelinePath(home, id);
      const order = { handover, at, from: timelinePath(home, handover.project) };
      return buildWithChild(path, order, { mayWrite: permitFor(path), breathe });
    },
  };
}

/** Histories that other programs recorded on this machine. */
export const foreignHistories: ForeignHistories = { read: readForeign, unpack: unpackZstd };
