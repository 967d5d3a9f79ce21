import { burstAnswer, instant, pathFields } from "@unf/answers";
import type { WallMs } from "@unf/core";
import type { Running } from "@unf/wiring";
import type { JsonObject } from "../frame/print/answer.ts";
import { pruningJson } from "../prune/retention-text.ts";
import { heldJson } from "../running/held-files.ts";
import type { Here } from "../running/here.ts";
import { isRecording, type ProjectReport, type Report } from "../running/read-status.ts";
import { readSetAside, setAsideJson } from "../running/set-aside.ts";
import { unfinishedJson, unfinishedOf } from "../running/unfinished-text.ts";
import { missedJson, missedLately } from "./missed-text.ts";

/** The project around the current directory; `null` when there is none. */
export function hereJson({ projects }: Report, here: Here | undefined): JsonObject | null {
  if (here === undefined) return null;
  if (here.kind === "unwatched") return { watched: false, project: null, recording: false };
  const own = projects.find(({ entry }) => entry.id === here.project.id);
  const recording = own !== undefined && isRecording(own);
  return { watched: true, project: `p-${here.project.id}`, recording };
}

const dayMs = 24 * 3600_000;

/** The project's last mass change, when it is not older than a day. */
export function recentBurst({ lastBurst }: ProjectReport, now: WallMs): ProjectReport["lastBurst"] {
  return lastBurst !== undefined && now - lastBurst.to <= dayMs ? lastBurst : undefined;
}

/** The processes that record. */
export function runningJson({ daemon, sentinel }: Running): JsonObject {
  return {
    daemon:
      daemon === undefined
        ? null
        : {
            pid: daemon.pid,
            version: daemon.version,
            started_at: daemon.started_at,
            uptime_ms: daemon.uptime_ms,
            rss_bytes: daemon.rss_bytes,
            cpu: daemon.cpu,
            safe_mode: daemon.safe_mode,
            lost_events: daemon.lost_events ?? null,
          },
    sentinel: sentinel === undefined ? null : { pid: sentinel },
  };
}

/** A watched project and how it is doing. */
export function projectJson({ running }: Report, report: ProjectReport, now: WallMs): JsonObject {
  const { entry, live, unfinished } = report;
  const burst = recentBurst(report, now);
  return {
    id: `p-${entry.id}`,
    ...pathFields("root", entry.root),
    state: report.state,
    reason: report.reason ?? null,
    backend: live?.backend ?? null,
    backend_reason: live?.backend_reason ?? null,
    directories: live?.directories ?? null,
    last_event_at: report.lastAt === null ? null : instant(report.lastAt),
    files: report.files,
    versions: report.versions,
    bytes: report.bytes,
    pending: live?.pending ?? null,
    open_gaps: live?.open_gaps ?? null,
    ignore_files_set_aside: live === undefined ? null : setAsideJson(readSetAside(report)),
    missed_states: missedJson(missedLately(report.tooFast, now)),
    ignore_files_held: heldJson(report.held),
    last_pruning: pruningJson(report.lastPruning),
    last_burst: burst === undefined ? null : burstAnswer(burst),
    unfinished_operation:
      unfinished === undefined ? null : unfinishedJson(unfinishedOf(running, entry, unfinished)),
  };
}
