import { burstName, type OpenHome, pathFields } from "@unf/answers";
import {
  type AbsPath,
  escapeForDisplay,
  limits,
  renderAgo,
  renderBytes,
  UnfError,
} from "@unf/core";
import { elsewhereLines, searchesJson } from "../forget/elsewhere.ts";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { shortenHome } from "../frame/print/home-path.ts";
import type { View } from "../frame/print/view.ts";
import { renderProjects } from "../list/list.ts";
import { retentionJson, retentionLine } from "../prune/retention-text.ts";
import { workJson } from "../running/absent-daemon.ts";
import {
  decideVerdict,
  headline,
  inOrderOfNeed,
  shortLine,
  unwatchedLine,
} from "../running/headline.ts";
import { heldWarnings } from "../running/held-files.ts";
import { findHere } from "../running/here.ts";
import { lostEventsWarning } from "../running/lost-events.ts";
import { isRecording, type Report, readReport } from "../running/read-status.ts";
import { setAsideWarnings } from "../running/set-aside.ts";
import { isBeyondCap, storeLevelJson, storeWarning } from "../running/store-level.ts";
import { unfinishedOf, unfinishedText } from "../running/unfinished-text.ts";
import { burstCounts } from "../scope/burst-text.ts";
import { missedLately, missedText } from "./missed-text.ts";
import { hereJson, projectJson, recentBurst, runningJson } from "./status-json.ts";

const flags = {
  check: {
    kind: "switch",
    help: "Exit with 1 if a watched project is not being recorded, 6 if the daemon is away",
  },
  short: { kind: "switch", help: "One line" },
  session: {
    kind: "switch",
    help: "The agent at work in this project: points to return to, snapshots. One line",
  },
  "since-checkpoint": {
    kind: "optional-text",
    value: "<name>",
    help: "The files of this project that have changed since a checkpoint, the newest if none is named",
  },
} as const satisfies FlagTable;

export const status = defineCommand({
  usage: ["status [--check] [--short] [--session]", "status --since-checkpoint [name]"],
  about: [
    "Says whether the daemon runs and how each watched project is doing, the worst first: the project around the current directory, then those that are not recorded. -v adds how a project is watched, and why so.",
  ],
  flags,
  examples: [
    { line: "unf status", does: "is everything being recorded?" },
    {
      line: "unf status --check --short",
      does: "the same for a script: one line and an exit code",
    },
    { line: "unf status --short --session", does: "for the status line of an agent" },
    { line: "unf status -v", does: "with the watcher in use and its reason" },
    { line: "unf status --since-checkpoint", does: "what has changed since the last checkpoint" },
  ],
  exits: {
    1: "failed; with --check: a project is not recorded",
    3: "with --since-checkpoint or --session: not watched, or no such checkpoint",
    6: "with --check: the daemon is not running",
    9: "with --check: all is recorded, but the store is larger than it may be",
  },
  args: { min: 0, max: 1 },
  run: runStatus,
});

async function runStatus(call: Call<typeof flags>): Promise<Answer> {
  const { world } = call;
  if (call.flags.session && call.flags["since-checkpoint"] !== undefined) {
    throw new UnfError("usage", "--session and --since-checkpoint exclude each other");
  }
  const home = await call.asker.openHome();
  const { wiring, reader } = home;
  const since = await readSince(call, home);
  const running = await wiring.inspectRunning(reader.home);
  const report = readReport(reader, running, { isAll: false });
  const here = findHere(world, reader.projects(), call.asker.projectWord);
  const { config } = await wiring.readSettings(reader.home);
  const session = call.flags.session ? await readSession(call, home, report) : undefined;
  const freeBytes =
    report.projects.length === 0 ? undefined : (await world.fileSystem()).freeBytes(reader.home);
  warnOfShortage(call, reader.home, report, freeBytes);
  const searches = await wiring.readSearches(reader.home);
  warnOfRest(call, report, searches);
  return {
    kind: "document",
    schema: "unf.status/1",
    document: () => ({
      recording: isRecordingAny(report),
      healthy: exitFor(report) === 0,
      intended: running.intended,
      ...runningJson(running),
      ...workJson(running),
      here: hereJson(report, here),
      projects: report.projects.map((project) => projectJson(report, project, world.now())),
      store: {
        ...pathFields("path", reader.home),
        bytes: sumBytes(report),
        ...(freeBytes === undefined ? {} : { free_bytes: freeBytes }),
        ...storeLevelJson(running.daemon?.store),
      },
      retention: retentionJson(config),
      scratch_home: isScratch(home),
      forget_searches: searchesJson(searches),
      ...since?.document(),
      ...session?.document(),
    }),
    text: function* (view) {
      const part = since ?? session;
      if (part !== undefined) {
        yield* part.text(view);
        return;
      }
      if (call.flags.short) {
        yield shortLine(report, here);
        return;
      }
      const unwatched = unwatchedLine(here, view);
      if (unwatched !== undefined) yield unwatched;
      const { HOME: userHome } = world.env;
      yield headline(report, decideVerdict(report, here, { ...view, userHome }), view);
      yield* scratchLines(home);
      yield* renderProjects(inOrderOfNeed(report.projects, here), userHome, view);
      yield* unfinishedLines(report, world.env.HOME, view);
      yield* missedLines(report, world.env.HOME, view);
      if (report.projects.length === 0) {
        if (unwatched === undefined) yield "  nothing is watched yet; start with: unf watch .";
      } else if (view.terminal.isForPerson) {
        yield* burstLines(report, world.env.HOME, view);
        yield storeLine(report, freeBytes, view);
        const prunings = report.projects.map(({ lastPruning }) => lastPruning);
        yield view.paint.faint(`  ${retentionLine(config, prunings, view)}`);
      }
    },
    exit: call.flags.check ? exitFor(report) : 0,
  };
}

function warnOfShortage(
  call: Call<typeof flags>,
  home: AbsPath,
  report: Report,
  freeBytes: number | undefined,
): void {
  const isStopped = report.projects.some(({ live }) => live?.stopped_since != null);
  // Who is told that recording has stopped need not be told that it will.
  if (freeBytes !== undefined && freeBytes < limits.disk.lowBytes && !isStopped) {
    call.warn(
      `only ${renderBytes(freeBytes)} free on the disk of ${home}; recording stops when it is full`,
    );
  }
  const warning = storeWarning(report.running.daemon?.store, isStopped);
  if (warning !== undefined) call.warn(warning);
  const lost = lostEventsWarning(report.running.daemon, call.world.now());
  if (lost !== undefined) call.warn(lost);
}

function warnOfRest(
  { warn, world }: Pick<Call<typeof flags>, "warn" | "world">,
  { projects }: Report,
  searches: Parameters<typeof elsewhereLines>[0],
): void {
  for (const line of setAsideWarnings(projects, world.env.HOME)) warn(line);
  for (const line of heldWarnings(projects, world.env.HOME)) warn(line);
  for (const line of elsewhereLines(searches)) warn(`${line} (unf forget --list)`);
}

function isScratch({ wiring, reader }: OpenHome): boolean {
  return wiring.readHomeKind(reader.home) === "scratch";
}

function scratchLines(home: OpenHome): readonly string[] {
  if (!isScratch(home)) return [];
  return ["  scratch home: agents may stop recording and delete history here"];
}

/** The answer to `--since-checkpoint`; its name may stand behind the flag as a word of its own. */
async function readSince(call: Call<typeof flags>, home: OpenHome) {
  const given = call.flags["since-checkpoint"];
  const [word] = call.args;
  if (given === undefined || (given !== "" && word !== undefined)) {
    if (word === undefined) return undefined;
    throw new UnfError("usage", `status does not take "${word}"`, { hint: "unf status --help" });
  }
  const { sinceCheckpoint } = await import("../checkpoint/since.ts");
  return sinceCheckpoint(call, home, given || (word ?? ""));
}

async function readSession(call: Call<typeof flags>, home: OpenHome, report: Report) {
  const { sessionStatus } = await import("./session-status.ts");
  return sessionStatus(call, home, report);
}

/** False when the daemon runs and every project that it ought to record has stopped. */
function isRecordingAny({ running, projects }: Report): boolean {
  return running.daemon !== undefined && (projects.length === 0 || projects.some(isRecording));
}

function exitFor({ running, projects }: Report): number {
  if (running.daemon === undefined) return 6;
  if (!projects.every(isRecording)) return 1;
  return isBeyondCap(running.daemon.store) ? 9 : 0;
}

function storeLine(report: Report, freeBytes: number | undefined, { paint, signs }: View): string {
  const free =
    freeBytes === undefined ? "" : ` ${signs.between} disk ${renderBytes(freeBytes)} free`;
  const store = report.running.daemon?.store;
  const size = renderBytes(store?.used_bytes ?? sumBytes(report));
  const cap = store === undefined ? "" : ` of ${renderBytes(store.cap_bytes)}`;
  return paint.faint(`  store ${size}${cap}${free}`);
}

function* burstLines(report: Report, userHome: string | undefined, view: View): Generator<string> {
  const { paint, signs, viewer } = view;
  for (const project of report.projects) {
    const burst = recentBurst(project, viewer.now);
    if (burst === undefined) continue;
    const root = escapeForDisplay(shortenHome(project.entry.root, userHome));
    const what = `${burstCounts(burst)} ${renderAgo(viewer.now - burst.to)}`;
    yield `  ${signs.mark} ${root}  ${what} ${signs.between} before it: ${paint.id(burstName(burst))}`;
  }
}

/** A pipe is told by JSON: its lines are the projects. */
function* unfinishedLines(
  { running, projects }: Report,
  userHome: string | undefined,
  view: View,
): Generator<string> {
  if (!view.terminal.isForPerson) return;
  for (const { entry, unfinished } of projects) {
    if (unfinished === undefined) continue;
    const root = escapeForDisplay(shortenHome(entry.root, userHome));
    const text = unfinishedText(unfinishedOf(running, entry, unfinished), view);
    yield view.paint.warning(`  ! ${root}  ${text}`);
  }
}

function* missedLines(
  { projects }: Report,
  userHome: string | undefined,
  view: View,
): Generator<string> {
  if (!view.terminal.isForPerson) return;
  for (const { entry, tooFast } of projects) {
    const missed = missedLately(tooFast, view.viewer.now);
    if (missed === undefined) continue;
    const root = escapeForDisplay(shortenHome(entry.root, userHome));
    yield view.paint.warning(`  ! ${root}  ${missedText(missed, view)}`);
  }
}

function sumBytes({ projects }: Report): number {
  return projects.reduce((sum, { bytes, timelineBytes }) => sum + bytes + timelineBytes, 0);
}
