import {
  type Here,
  isRecording,
  type ProjectReport,
  type Report,
  type Running,
} from "@unf/answers";
import type { WallMs } from "@unf/core/base";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import {
  parseUtc,
  renderBytes,
  renderClock,
  renderLocalIso,
  renderSpan,
  type Viewer,
} from "@unf/core/time";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { sinceText } from "./since-text.ts";
import { howFar } from "./unfinished-text.ts";

/** How bad it is, in a word or two, and what makes it so. */
export interface Verdict {
  readonly level: "good" | "warning" | "bad";
  readonly words: string;
  /** One line; empty where there is nothing more to say. */
  readonly why: string;
}

/**
 * Decides the headline: the worst of what matters, and of the project here before that of others.
 */
export function decideVerdict(
  { running, projects }: Report,
  here: Here | undefined,
  { viewer, userHome }: { readonly viewer: Viewer; readonly userHome: string | undefined },
): Verdict {
  const name = ({ entry }: ProjectReport) => escapeForDisplay(shortenHome(entry.root, userHome));
  if (running.daemon === undefined) return { ...away(running, viewer), level: "bad" };
  const own = projects.find((report) => isOf(report, here));
  const off = projects.filter((report) => !isRecording(report));
  const worst = own !== undefined && off.includes(own) ? own : off[0];
  if (worst !== undefined) {
    const why = `nothing of ${name(worst)}${sinceText(stoppedSince(worst), viewer)}`;
    const more = off.length > 1 ? `, and ${off.length - 1} more` : "";
    // Where all is well here, the others' trouble must not hide that.
    const isElsewhere = own !== undefined && worst !== own;
    return isElsewhere
      ? { level: "warning", words: "recording", why: `but ${why}${more}` }
      : { level: "bad", words: "not recording", why: `${why}${more}` };
  }
  const swept = projects.filter(({ state }) => state === "degraded");
  const seen = own !== undefined && swept.includes(own) ? own : swept[0];
  if (seen !== undefined) {
    return { level: "warning", words: "recording", why: `${name(seen)} by sweeps only` };
  }
  const isUnfinished = projects.some(({ unfinished }) => unfinished !== undefined);
  const isWarned = isUnfinished || running.daemon.safe_mode;
  return { level: isWarned ? "warning" : "good", words: "recording", why: "" };
}

/** The first line of `status`, with what is known of the daemon. */
export function headline(report: Report, verdict: Verdict, view: View): string {
  const { paint, signs, terminal } = view;
  const { level, words, why } = verdict;
  const { isForPerson } = terminal;
  const cause = isForPerson && level === "bad" && why !== "" ? paint.bad(why) : why;
  const work = busyText(report.running, view.viewer);
  const facts = [cause, ...daemonFacts(report), work].filter((fact) => fact !== "");
  const text = facts.join(isForPerson ? ` ${signs.between} ` : ", ");
  if (!isForPerson) return `${words}   ${text}`;
  const sign = words === "recording" ? signs.on : signs.off;
  return `${paint[level](`${sign} ${words}`)}   ${text}`;
}

/** All of it in one line, for a script or a prompt. */
export function shortLine({ running, projects }: Report, here: Here | undefined): string {
  if (running.daemon === undefined) return "not recording: the daemon is not running";
  const off = projects.filter((project) => !isRecording(project));
  const all = countOf(projects.length, "project");
  const others = off.length === 0 ? all : `${projects.length - off.length} of ${all}`;
  if (here?.kind === "unwatched") return `not watched here; recording ${others}`;
  if (off.some((report) => isOf(report, here))) return `not recording here; recording ${others}`;
  return off.length === 0 ? `recording ${all}` : `recording, but ${off.length} of ${all} not`;
}

/** The line before everything else where nothing is recorded because nobody asked for it. */
export function unwatchedLine(here: Here | undefined, view: View): string | undefined {
  if (here?.kind !== "unwatched") return undefined;
  const { paint, signs, terminal } = view;
  const kept = here.former === undefined ? "" : "; its history is kept";
  const text = `this directory is not watched${kept}`;
  const wayOut = "unf watch .";
  return terminal.isForPerson
    ? `${paint.bad(`${signs.off} ${text}`)}   ${wayOut}`
    : `${text}   ${wayOut}`;
}

/** The project here first, then those that are not recorded, then all others as they were. */
export function inOrderOfNeed(
  projects: readonly ProjectReport[],
  here: Here | undefined,
): readonly ProjectReport[] {
  const rank = (report: ProjectReport): number => {
    if (isOf(report, here)) return 0;
    return isRecording(report) ? 2 : 1;
  };
  return projects.toSorted((a, b) => rank(a) - rank(b));
}

function isOf({ entry }: ProjectReport, here: Here | undefined): boolean {
  return here?.kind === "watched" && here.project.id === entry.id;
}

function stoppedSince({ live }: ProjectReport): WallMs | undefined {
  return live?.stopped_since == null ? undefined : parseUtc(live.stopped_since);
}

function away(running: Report["running"], viewer: Viewer) {
  const { intended, recordedUntil } = running;
  const work = absenceText(running, viewer);
  if (work !== undefined) return { words: "not recording", why: work };
  const since = sinceText(recordedUntil, viewer).trimStart();
  const why = intended ? "the daemon should run and does not" : "stopped";
  const all = since === "" ? why : `${since}: ${why}`;
  return { words: "not recording", why: `${all}; unf start starts it` };
}

function daemonFacts({ running: { daemon, sentinel, intended } }: Report): readonly string[] {
  if (daemon === undefined) return [];
  return [
    `daemon ${daemon.pid}`,
    `up ${renderSpan(daemon.uptime_ms)}`,
    `${(daemon.cpu * 100).toFixed(1)} % cpu`,
    renderBytes(daemon.rss_bytes),
    sentinel === undefined ? (intended ? "no sentinel" : "in a terminal") : "",
    daemon.safe_mode ? "safe mode after repeated crashes" : "",
  ];
}

/** The work that keeps a daemon from answering, and what ends that; `undefined`: no work does. */
function absenceText({ occupant, busy, intended }: Running, viewer: Viewer): string | undefined {
  if (occupant !== undefined) {
    const { pid, command, since } = occupant;
    const from = since === undefined ? "" : ` since ${sayInstant(since, viewer)}`;
    const after = intended ? "; recording goes on when it ends" : "";
    return `${command} (pid ${pid}) has held the recorder's place${from}${after}`;
  }
  if (busy !== undefined) {
    const { pid, what, since } = busy;
    return `daemon ${pid} does not answer: at work since ${sayInstant(since, viewer)} (${what}); recording goes on when that is done`;
  }
  return undefined;
}

/** The work of an answering daemon beside recording; empty where it only records. */
function busyText({ daemon }: Running, viewer: Viewer): string {
  const since = daemon?.busy == null ? undefined : parseUtc(daemon.busy.since);
  if (since === undefined) return "";
  const [order] = daemon?.orders ?? [];
  const far = order === undefined ? "" : `, ${howFar(order)}`;
  return `${daemon?.busy?.what} since ${sayInstant(since, viewer)}${far}`;
}

const dayMs = 24 * 3600_000;

function sayInstant(at: WallMs, { now, zone }: Viewer): string {
  return now - at < dayMs ? renderClock(at, zone) : renderLocalIso(at, zone);
}
