import { type Config, limits } from "@unf/core/config";
import type { ForgetSearch } from "@unf/core/forget";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import { elsewhereLines } from "../parts/forget-searches.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import {
  isRecording,
  type ProjectReport,
  type Report,
  readReport,
} from "../projects/read-report.ts";
import { findHere, type Here } from "./here.ts";
import { lostEventsWarning } from "./lost-events.ts";
import type { StatusQuestion } from "./question.ts";
import { type AtWork, readAtWork } from "./session-at-work.ts";
import { setAsideWarnings } from "./set-aside.ts";
import { readSinceCheckpoint, type SinceCheckpoint } from "./since-checkpoint.ts";
import { isBeyondCap, storeWarning } from "./store-level.ts";

/** How recording is doing. */
export interface Status {
  readonly home: OpenHome;
  readonly report: Report;
  readonly here: Here | undefined;
  readonly config: Config;
  /** Of the store's disk; `undefined` while nothing is watched. */
  readonly freeBytes: number | undefined;
  readonly isScratch: boolean;
  readonly searches: readonly ForgetSearch[];
  readonly since: SinceCheckpoint | undefined;
  readonly atWork: AtWork | undefined;
}

/** Reads how recording is doing, and warns of what is not as it should be. */
export async function readStatus(
  asker: Asker,
  question: StatusQuestion,
  home: OpenHome,
): Promise<Status> {
  const { wiring, reader } = home;
  const { sinceCheckpoint: word } = question;
  const since = word === undefined ? undefined : await readSinceCheckpoint(asker, home, word);
  const running = await wiring.inspectRunning(reader.home);
  const report = readReport(reader, running, { isAll: false });
  const here = findHere(asker, reader.projects());
  const { config } = await wiring.readSettings(reader.home);
  const atWork = question.hasSession ? readAtWork(asker, home, question.ownSession) : undefined;
  const freeBytes =
    report.projects.length === 0 ? undefined : (await asker.fileSystem()).freeBytes(reader.home);
  warnOfShortage(asker, home, report, freeBytes);
  const searches = await wiring.readSearches(reader.home);
  warnOfRest(asker, report, searches);
  const isScratch = wiring.readHomeKind(reader.home) === "scratch";
  return { home, report, here, config, freeBytes, isScratch, searches, since, atWork };
}

function warnOfShortage(
  asker: Asker,
  { reader: { home } }: OpenHome,
  { projects, running }: Report,
  freeBytes: number | undefined,
): void {
  const isStopped = projects.some(({ live }) => live?.stopped_since != null);
  // A person told that recording has stopped need not be told that it will.
  if (freeBytes !== undefined && freeBytes < limits.disk.lowBytes && !isStopped) {
    asker.warn(
      `only ${renderBytes(freeBytes)} free on the disk of ${home}; recording stops when it is full`,
    );
  }
  const warning = storeWarning(running.daemon?.store, isStopped);
  if (warning !== undefined) asker.warn(warning);
  const lost = lostEventsWarning(running.daemon, asker.now());
  if (lost !== undefined) asker.warn(lost);
}

function warnOfRest(
  { warn, userHome }: Asker,
  { projects }: Report,
  searches: readonly ForgetSearch[],
): void {
  for (const line of setAsideWarnings(projects, userHome)) warn(line);
  for (const line of heldWarnings(projects, userHome)) warn(line);
  for (const line of elsewhereLines(searches)) warn(`${line} (unf forget --list)`);
}

/** False when the daemon runs and every project that it ought to record has stopped. */
export function isRecordingAny({ running, projects }: Report): boolean {
  return running.daemon !== undefined && (projects.length === 0 || projects.some(isRecording));
}

/** Why not all is as it should be, the worst; `undefined` when it is. */
export function ailmentOf({
  running,
  projects,
}: Report): "daemon_away" | "not_recorded" | "too_large" | undefined {
  if (running.daemon === undefined) return "daemon_away";
  if (!projects.every(isRecording)) return "not_recorded";
  return isBeyondCap(running.daemon.store) ? "too_large" : undefined;
}

/** Of all contents and timelines of the watched projects. */
export function sumBytes({ projects }: Report): number {
  return projects.reduce((sum, { bytes, timelineBytes }) => sum + bytes + timelineBytes, 0);
}

/** One line for each watched project in which rules of an agent wait for a person. */
function* heldWarnings(
  projects: readonly ProjectReport[],
  userHome: string | undefined,
): Generator<string> {
  for (const { entry, held } of projects) {
    const [first] = held;
    if (first === undefined || !entry.watched) continue;
    const more = held.length === 1 ? "" : ` and ${held.length - 1} more`;
    const root = escapeForDisplay(shortenHome(entry.root, userHome));
    yield `in ${root} an agent wrote rules into ${escapeForDisplay(first)}${more}: they leave out only what has no history (unf ignore accept)`;
  }
}
