import type { AbsPath, ProjectId, RelPath } from "../base/brand.ts";
import { joinPath } from "../base/path.ts";

// Where everything lies in the home directory: the only copy of these names.

/** Says what this directory is and which format it has. Written first, once. */
export const formatPath = (home: AbsPath): AbsPath => inside(home, "format.json");

export const configPath = (home: AbsPath): AbsPath => inside(home, "config.toml");

/** A copy of the settings as unf wrote them last, or has said that another program did. */
export const seenConfigPath = (home: AbsPath): AbsPath => inside(home, "config.seen.toml");

export const intentPath = (home: AbsPath): AbsPath => inside(home, "intent.json");

/** The intent before the last change. */
export const previousIntentPath = (home: AbsPath): AbsPath => inside(home, "intent.prev.json");

export const objectsDirectory = (home: AbsPath): AbsPath => inside(home, "objects");

/** Old contents, many in one file. */
export const packsDirectory = (home: AbsPath): AbsPath => inside(home, "packs");

export const projectsDirectory = (home: AbsPath): AbsPath => inside(home, "projects");

export const projectDirectory = (home: AbsPath, project: ProjectId): AbsPath =>
  inside(home, `projects/${project}`);

export const timelinePath = (home: AbsPath, project: ProjectId): AbsPath =>
  inside(home, `projects/${project}/timeline.db`);

/** Where objects wait that nothing needed any more, until they are deleted. */
export const trashDirectory = (home: AbsPath): AbsPath => inside(home, "trash");

/** Where damaged objects were moved to, out of the store's way. */
export const lostObjectsDirectory = (home: AbsPath): AbsPath => inside(home, "lost+found/objects");
/** Where damaged packs were moved to. */
export const lostPacksDirectory = (home: AbsPath): AbsPath => inside(home, "lost+found/packs");
/** Where a timeline that had to be rebuilt was moved to, one directory a time. */
export const lostTimelineDirectory = (home: AbsPath, project: ProjectId, name: string): AbsPath =>
  inside(home, `lost+found/timelines/${project}.${name}`);
/** Files that exist only while programs run: locks, the socket. */
export const runDirectory = (home: AbsPath): AbsPath => inside(home, "run");

/** Held by the one process that may write timelines and objects. */
export const daemonLockPath = (home: AbsPath): AbsPath => inside(home, "run/daemon.lock.db");

export const sentinelLockPath = (home: AbsPath): AbsPath => inside(home, "run/sentinel.lock.db");

/** Why the last daemon ended, for the sentinel. */
export const lastWordsPath = (home: AbsPath): AbsPath => inside(home, "run/last-words.json");

/** The daemon's present work that may keep it from answering. */
export const busyPath = (home: AbsPath): AbsPath => inside(home, "run/busy.json");

/** Which projects are not recorded as they should be, as the daemon said last. */
export const conditionPath = (home: AbsPath): AbsPath => inside(home, "run/condition.json");

/** How long the sentinel waits before the next start, and after how many crashes. */
export const supervisionPath = (home: AbsPath): AbsPath => inside(home, "run/supervision.json");

/** Touched while the daemon records: its age says since when nobody did. */
export const heartbeatPath = (home: AbsPath): AbsPath => inside(home, "run/heartbeat");

/** Sizes of the object directories on the disk, as they were measured last. */
export const sizeNotesPath = (home: AbsPath): AbsPath => inside(home, "run/store-size.json");

/** The server of the page in the browser, for the next run that is to open one. */
export const uiNotePath = (home: AbsPath): AbsPath => inside(home, "run/ui.json");

/** When each job of the daemon's housekeeping was last done. */
export const housekeepingPath = (home: AbsPath): AbsPath => inside(home, "run/housekeeping.json");

/** Searches for what was forgotten that are due, or found something. */
export const forgetSearchPath = (home: AbsPath): AbsPath => inside(home, "forget-search.json");

/** The service that starts unf at login or at boot, and whether it was offered. */
export const serviceNotePath = (home: AbsPath): AbsPath => inside(home, "service.json");

/** Commands that the hooks in the settings of agents start, and where the hooks stand. */
export const hookNotePath = (home: AbsPath): AbsPath => inside(home, "hooks.json");

/** Space kept in reserve for the moment when the disk is full. */
export const ballastPath = (home: AbsPath): AbsPath => inside(home, "run/ballast");

/** There while a daemon records: one that is found by the next daemon was not taken away in order. */
export const recordingPath = (home: AbsPath): AbsPath => inside(home, "run/recording");
export const logsDirectory = (home: AbsPath): AbsPath => inside(home, "logs");

/** The structured log of a program. */
export const logPath = (home: AbsPath, program: "daemon" | "sentinel"): AbsPath =>
  inside(home, `logs/${program}.log`);

/** When hooks found that nothing was recorded. */
export const hookLogPath = (home: AbsPath): AbsPath => inside(home, "logs/hook.log");

/** Payloads of hooks that came late, or were lost. */
export const hookPayloadsPath = (home: AbsPath): AbsPath => inside(home, "logs/hook-payloads.log");

/** Output of a program that should print nothing: the trace of a crash. */
export const crashLogPath = (home: AbsPath, program: "daemon" | "sentinel"): AbsPath =>
  inside(home, `logs/${program}.crash.log`);

/** Events of agents that no daemon has taken yet. */
export const spoolDirectory = (home: AbsPath): AbsPath => inside(home, "spool");

/** Files that lay in the spool and hold no event. */
export const lostSpoolDirectory = (home: AbsPath): AbsPath => inside(home, "lost+found/spool");

/** Where an operation moved content that it could not record and had to replace. */
export const rescueDirectory = (home: AbsPath, project: ProjectId, operation: number): AbsPath =>
  inside(home, `rescue/${project}/op-${operation}`);

/** Everything that operations of one project moved aside. */
export const rescuesDirectory = (home: AbsPath, project: ProjectId): AbsPath =>
  inside(home, `rescue/${project}`);

/** Timelines of all projects that had to be rebuilt. */
export const lostTimelinesDirectory = (home: AbsPath): AbsPath =>
  inside(home, "lost+found/timelines");

/** Copies of a timeline from before it was brought up to date. */
export const backupDirectory = (home: AbsPath, project: ProjectId): AbsPath =>
  inside(home, `projects/${project}/backup`);

/** The names of all that unf makes in a home, but `run`, in which its locks are, and the format. */
export const homeEntries = [
  "cache",
  "config.seen.toml",
  "config.toml",
  "forget-search.json",
  "hooks.json",
  "intent.json",
  "intent.prev.json",
  "logs",
  "lost+found",
  "objects",
  "packs",
  "projects",
  "rescue",
  "service.json",
  "spool",
  "trash",
] as const;

function inside(directory: AbsPath, path: string): AbsPath {
  return joinPath(directory, path as RelPath);
}
