import type { WallMs } from "@unf/core/base";
import type { Config } from "@unf/core/config";
import { configuredPolicy } from "@unf/core/retention";
import { searchesAnswer } from "../parts/forget-searches.ts";
import { burstAnswer } from "../parts/marks.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import type { Asker } from "../ports/asker.ts";
import { projectName, pruningAnswer } from "../projects/projects-answer.ts";
import { isRecording, type ProjectReport, type Report } from "../projects/read-report.ts";
import { sessionFields } from "../sessions/report-fields.ts";
import type { Here } from "./here.ts";
import { missedAnswer, missedLately } from "./missed.ts";
import { ailmentOf, isRecordingAny, type Status, sumBytes } from "./read-status.ts";
import { runningFields, workFields } from "./running-fields.ts";
import { readSetAside, setAsideAnswer } from "./set-aside.ts";
import type { HereAnswer, ProjectStatusAnswer, RetentionAnswer, StatusAnswer } from "./shape.ts";
import { sinceCheckpointAnswer } from "./since-checkpoint.ts";
import { storeLevelFields } from "./store-level.ts";
import { unfinishedAnswer, unfinishedOf } from "./unfinished.ts";

/** How recording is doing. */
export function statusAnswer({ now }: Pick<Asker, "now">, status: Status): StatusAnswer {
  const { home, report, here, config, freeBytes, isScratch, searches, since, atWork } = status;
  const { running, projects } = report;
  return {
    recording: isRecordingAny(report),
    healthy: ailmentOf(report) === undefined,
    intended: running.intended,
    ...runningFields(running),
    ...workFields(running),
    here: hereAnswer(report, here),
    projects: projects.map((project) => projectAnswer(report, project, now())),
    store: {
      ...pathFields("path", home.reader.home),
      bytes: sumBytes(report),
      ...(freeBytes === undefined ? {} : { free_bytes: freeBytes }),
      ...storeLevelFields(running.daemon?.store),
    },
    retention: retentionAnswer(config),
    scratch_home: isScratch,
    forget_searches: searchesAnswer(searches),
    ...(since === undefined ? {} : { since_checkpoint: sinceCheckpointAnswer(since) }),
    ...(atWork === undefined
      ? {}
      : { session: atWork.report === undefined ? null : sessionFields(atWork.report) }),
  };
}

/** The project around the current directory; `null` when there is none. */
function hereAnswer({ projects }: Report, here: Here | undefined): HereAnswer {
  if (here === undefined) return null;
  if (here.kind === "unwatched") return { watched: false, project: null, recording: false };
  const own = projects.find(({ entry }) => entry.id === here.project.id);
  const recording = own !== undefined && isRecording(own);
  return { watched: true, project: projectName(here.project.id), recording };
}

const dayMs = 24 * 3600_000;

/** The project's last mass change, when it is not older than a day. */
export function recentBurst({ lastBurst }: ProjectReport, now: WallMs): ProjectReport["lastBurst"] {
  return lastBurst !== undefined && now - lastBurst.to <= dayMs ? lastBurst : undefined;
}

/** A watched project and how it is doing. */
function projectAnswer(
  { running }: Report,
  report: ProjectReport,
  now: WallMs,
): ProjectStatusAnswer {
  const { entry, live, unfinished } = report;
  const burst = recentBurst(report, now);
  return {
    id: projectName(entry.id),
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
    ignore_files_set_aside: live === undefined ? null : setAsideAnswer(readSetAside(report)),
    missed_states: missedAnswer(missedLately(report.tooFast, now)),
    ignore_files_held: report.held.map((path) => pathFields("path", path)),
    last_pruning: pruningAnswer(report.lastPruning),
    last_burst: burst === undefined ? null : burstAnswer(burst),
    unfinished_operation:
      unfinished === undefined ? null : unfinishedAnswer(unfinishedOf(running, entry, unfinished)),
  };
}

function retentionAnswer(config: Config): RetentionAnswer {
  const { keepAllMs, hourlyMs, dailyMs, weeklyMs } = configuredPolicy(config);
  return {
    auto: config["retention.auto"],
    keep_within_ms: keepAllMs,
    hourly_ms: hourlyMs,
    daily_ms: dailyMs,
    weekly_ms: weeklyMs,
  };
}
