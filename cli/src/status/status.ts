import {
  type AtWork,
  ailmentOf,
  burstName,
  isRecording,
  type MissedLately,
  missedLately,
  type Report,
  readStatus,
  recentBurst,
  type Status,
  type StatusQuestion,
  statusAnswer,
  sumBytes,
  unfinishedOf,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderAgo, renderBytes } from "@unf/core/time";
import { renderSince } from "../checkpoint/since.ts";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf, displayWidth } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { renderProjects } from "../list/list.ts";
import { retentionLines } from "../prune/retention-text.ts";
import {
  decideVerdict,
  headline,
  inOrderOfNeed,
  shortLine,
  unwatchedLine,
} from "../running/headline.ts";
import { unfinishedText } from "../running/unfinished-text.ts";
import { burstCounts } from "../scope/burst-text.ts";

const flags = {
  check: {
    kind: "switch",
    help: "Exit with 1 if a watched project is not being recorded, 6 if the daemon is away",
  },
  short: { kind: "switch", help: "One line" },
  session: {
    kind: "switch",
    help: "One line on the agent at work in this project: its session, its turns (points to return to) and the versions it wrote",
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
  const { session, "since-checkpoint": since } = call.flags;
  if (session && since !== undefined) {
    throw new UnfError("usage", "--session and --since-checkpoint exclude each other");
  }
  const home = await call.asker.openHome();
  const status = await readStatus(call.asker, statusQuestion(call), home);
  const { userHome } = call.asker;
  return {
    kind: "document",
    schema: "unf.status/1",
    document: () => statusAnswer(call.asker, status),
    text: function* (view) {
      const { report, here, since, atWork } = status;
      if (since !== undefined) yield* renderSince(since, view);
      else if (atWork !== undefined) yield sessionLine(atWork, report, view);
      else if (call.flags.short) yield shortLine(report, here);
      else yield* renderStatus(status, userHome, view);
    },
    exit: call.flags.check ? exitOf(status) : 0,
  };
}

/** The question that the flags ask; a checkpoint's name may stand behind its flag as a word of its own. */
function statusQuestion(call: Call<typeof flags>): StatusQuestion {
  const { session: hasSession, "since-checkpoint": given } = call.flags;
  const [word] = call.args;
  if (word !== undefined && given !== "") {
    throw new UnfError("usage", `status does not take "${word}"`, { hint: "unf status --help" });
  }
  const sinceCheckpoint = given === undefined ? undefined : given || (word ?? "");
  return { sinceCheckpoint, hasSession, ownSession: call.world.env.UNF_SESSION };
}

const exits = { daemon_away: 6, not_recorded: 1, too_large: 9 } as const;

function exitOf({ report }: Status): number {
  const ailment = ailmentOf(report);
  return ailment === undefined ? 0 : exits[ailment];
}

function* renderStatus(
  { report, here, config, freeBytes, isScratch }: Status,
  userHome: string | undefined,
  view: View,
): Generator<string> {
  const unwatched = unwatchedLine(here, view);
  if (unwatched !== undefined) yield unwatched;
  yield headline(report, decideVerdict(report, here, { ...view, userHome }), view);
  if (isScratch) yield "  scratch home: agents may stop recording and delete history here";
  yield* renderProjects(inOrderOfNeed(report.projects, here), userHome, view);
  yield* unfinishedLines(report, userHome, view);
  yield* missedLines(report, userHome, view);
  if (report.projects.length === 0) {
    if (unwatched === undefined) yield "  nothing is watched yet; start with: unf watch .";
  } else if (view.terminal.isForPerson) {
    yield* burstLines(report, userHome, view);
    yield storeLine(report, freeBytes, view);
    const prunings = report.projects.map(({ lastPruning }) => lastPruning);
    for (const line of retentionLines(config, prunings, view)) yield view.paint.faint(line);
  }
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
    const [text, shorter] = missedTexts(missed, view).map((one) => `  ! ${root}  ${one}`);
    const isWide = displayWidth(text ?? "") > (view.terminal.width ?? Number.POSITIVE_INFINITY);
    yield view.paint.warning((isWide && !view.isVerbose ? shorter : text) ?? "");
  }
}

/** `about 34 states of out.json and 2 other files not kept: changed too fast, 5m ago`, and shorter. */
function missedTexts({ states, most, files, lastAt }: MissedLately, view: View): string[] {
  const others = files === 1 ? "" : ` and ${countOf(files - 1, "other file")}`;
  const what = `about ${countOf(states, "state")} of`;
  const ago = renderAgo(view.viewer.now - lastAt);
  return [
    `${what} ${escapeForDisplay(most.path ?? "")}${others} not kept: changed too fast, ${ago}`,
    `${what} ${countOf(files, "file")} not kept, ${ago}`,
  ];
}

/** The session at work in one line: points are its turns, each of which can be returned to. */
function sessionLine({ project, report }: AtWork, { projects }: Report, view: View): string {
  const own = projects.find(({ entry }) => entry.id === project.id);
  const state = own !== undefined && isRecording(own) ? "recording" : "not recording";
  const facts =
    report === undefined
      ? ["no session"]
      : [
          `${escapeForDisplay(report.session.agent)} ${report.session.id}`,
          countOf(report.turns, "point"),
          countOf(report.touched.versions, "snapshot"),
        ];
  return [state, ...facts].join(` ${view.signs.between} `);
}
