import { type RelPath, sayFailure, UnfError, type WallMs } from "@unf/core/base";
import { heldFilesKey, parseHeldFiles } from "@unf/core/filter";
import { parseUtc } from "@unf/core/time";
import type { BurstMark, Gap, Operation, Pruning } from "@unf/core/timeline";
import type { ProjectEntry } from "@unf/maintenance";
import type { ProjectStatus } from "@unf/protocol";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { HomeReader } from "../ports/history.ts";
import type { Running } from "../ports/recording.ts";
import type { ProjectsQuestion } from "./question.ts";

/** A report on one project, from the daemon where it runs and from the store otherwise. */
export interface ProjectReport {
  readonly entry: ProjectEntry;
  readonly state: ProjectStatus["state"] | "stopped";
  /** Why it is not simply being recorded. */
  readonly reason: string | undefined;
  /** The daemon's word on it; `undefined` when it does not run or does not know it. */
  readonly live: ProjectStatus | undefined;
  readonly versions: number;
  readonly files: number;
  /** Size of the distinct contents. */
  readonly bytes: number;
  /** Size of the timeline beside them. */
  readonly timelineBytes: number;
  readonly firstAt: WallMs | null;
  readonly lastAt: WallMs | null;
  readonly lastBurst: BurstMark | undefined;
  /** The oldest operation that is neither finished nor given up: it is under way, or was cut off. */
  readonly unfinished: Operation | undefined;
  /** When versions were removed last. */
  readonly lastPruning: Pruning | undefined;
  /** Gaps of files that changed too fast. */
  readonly tooFast: readonly Gap[];
  /** Ignore files that an agent wrote and no person has accepted. */
  readonly held: readonly RelPath[];
}

export interface Report {
  readonly running: Running;
  readonly projects: readonly ProjectReport[];
}

/** Projects and how each is doing. */
export async function readProjects(
  asker: Asker,
  { isAll }: ProjectsQuestion,
): Promise<readonly ProjectReport[]> {
  const { wiring, reader } = await asker.openHome();
  return readReport(reader, await wiring.inspectRunning(reader.home), { isAll }).projects;
}

/** Reads the state of the projects. One damaged timeline does not hide the others. */
export function readReport(
  reader: HomeReader,
  running: Running,
  { isAll }: { readonly isAll: boolean },
): Report {
  const live = new Map(running.daemon?.projects.map((project) => [project.id, project]));
  const entries = reader.projects().filter(({ watched }) => isAll || watched);
  return {
    running,
    projects: entries.map((entry) => readProject(reader, entry, live.get(entry.id))),
  };
}

/** True when the project's changes are being recorded, be it by sweeps. */
export function isRecording({ state, live }: Pick<ProjectReport, "state" | "live">): boolean {
  // A daemon of an earlier version does not say it.
  if (live?.stopped_since != null) return false;
  return state === "watching" || state === "scanning" || state === "degraded";
}

/** True when changes of all of these projects are being recorded now. Asks the daemon alone. */
export async function isRecordedNow(
  { wiring, reader }: OpenHome,
  ids: readonly ProjectEntry["id"][],
): Promise<boolean> {
  const { daemon } = await wiring.inspectRunning(reader.home);
  return ids.every((id) => {
    const live = daemon?.projects.find((one) => one.id === id);
    return live !== undefined && isRecording({ state: live.state, live });
  });
}

function readProject(
  reader: HomeReader,
  entry: ProjectEntry,
  live: ProjectStatus | undefined,
): ProjectReport {
  const state = entry.watched && live !== undefined ? live.state : "stopped";
  const common = { entry, state, live, reason: live?.reason ?? undefined } as const;
  const stored = readStored(reader, entry);
  if (typeof stored === "string") {
    return {
      ...common,
      state: "error",
      reason: stored,
      versions: 0,
      files: 0,
      bytes: 0,
      timelineBytes: 0,
      firstAt: null,
      lastAt: null,
      lastBurst: undefined,
      unfinished: undefined,
      lastPruning: undefined,
      tooFast: [],
      held: [],
    };
  }
  const lastEvent = live?.last_event_at == null ? undefined : parseUtc(live.last_event_at);
  const lastAt = Math.max(stored.lastAt ?? 0, lastEvent ?? 0) as WallMs;
  return { ...common, ...stored, lastAt: lastAt === 0 ? null : lastAt };
}

type Stored = Pick<
  ProjectReport,
  | "versions"
  | "files"
  | "bytes"
  | "timelineBytes"
  | "firstAt"
  | "lastAt"
  | "lastBurst"
  | "unfinished"
  | "lastPruning"
  | "tooFast"
  | "held"
>;

/** The timeline's figures, or why it cannot be read. */
function readStored(reader: HomeReader, entry: ProjectEntry): Stored | string {
  try {
    using project = reader.open(entry);
    const { snapshots, files, contentBytes, timelineBytes, firstAt, lastAt } =
      project.timeline.facts();
    const lastBurst = project.timeline.bursts().at(-1);
    const common = { versions: snapshots, files, bytes: contentBytes, timelineBytes };
    const [unfinished] = project.timeline.unfinishedOperations();
    const lastPruning = project.timeline.prunings().at(-1);
    const tooFast = project.timeline.gaps().filter(({ reason }) => reason === "too_fast");
    const held = [...parseHeldFiles(project.timeline.meta(heldFilesKey)).keys()];
    return { ...common, firstAt, lastAt, lastBurst, unfinished, lastPruning, tooFast, held };
  } catch (thrown) {
    if (thrown instanceof UnfError) return sayFailure(thrown);
    throw thrown;
  }
}
