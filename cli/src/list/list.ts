import { isRecording, type ProjectReport, projectsAnswer, readProjects } from "@unf/answers";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderAgo, renderBytes, renderLocalDate, renderLocalIso } from "@unf/core/time";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf, displayWidth, padLeft, padRight, shortenPath } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

const flags = {
  all: { kind: "switch", help: "Also projects that are not watched any more" },
} as const satisfies FlagTable;

export const list = defineCommand({
  usage: ["list [--all]"],
  about: [
    "Lists the watched projects: state, root, last change, versions and size; -v adds id, first version, and when versions were removed last. In a pipe one line each, with tabs: state, root, versions, bytes, last change.",
    "States: watching, scanning (the first look is under way), degraded (looked through now and then, because the system does not tell of changes), missing (the directory is gone), error, stopped (the daemon does not run, or the project is not watched any more).",
  ],
  flags,
  examples: [
    { line: "unf list", does: "every watched project" },
    { line: "unf list --all -v", does: "also former ones, with id and since when" },
  ],
  exits: { 4: "the store belongs to another program" },
  args: { min: 0, max: 0 },
  run: runList,
});

async function runList(call: Call<typeof flags>): Promise<Answer> {
  const projects = await readProjects(call.asker, { isAll: call.flags.all });
  if (projects.length === 0) call.note("nothing is watched yet; start with: unf watch .");
  const answer = () => projectsAnswer(projects);
  return {
    kind: "document",
    schema: "unf.projects/1",
    document: answer,
    records: () => answer().projects.map((row) => ({ type: "project", ...row })),
    text: (view) => renderProjects(projects, call.world.env.HOME, view),
    isLong: true,
  };
}

/** The table of projects, as `list` and `status` show it. */
export function renderProjects(
  projects: readonly ProjectReport[],
  userHome: string | undefined,
  view: View,
): Iterable<string> {
  return view.terminal.isForPerson
    ? renderTable(projects, userHome, view)
    : projects.map((project) => plainProject(project, view));
}

function plainProject(report: ProjectReport, view: View): string {
  const { entry, state, versions, bytes, lastAt, reason } = report;
  const last = lastAt === null ? "-" : renderLocalIso(lastAt, view.viewer.zone);
  const fields = [state, escapeForDisplay(entry.root), versions, bytes, last];
  const details = view.isVerbose
    ? [reason === undefined ? "-" : escapeForDisplay(reason), detailText(report, view)]
    : [];
  return [...fields, ...details].join("\t");
}

function* renderTable(
  projects: readonly ProjectReport[],
  userHome: string | undefined,
  view: View,
): Generator<string> {
  const counts = projects.map(({ versions }) => countOf(versions, "version"));
  const countWidth = Math.max(0, ...counts.map(displayWidth));
  const { width: columns } = view.terminal;
  const isWhole = columns === undefined || view.isVerbose;
  const room = isWhole
    ? Number.POSITIVE_INFINITY
    : Math.max(roomMin, columns - besides - countWidth);
  const names = projects.map(({ entry }) =>
    shortenPath(escapeForDisplay(shortenHome(entry.root, userHome)), room, view.signs.ellipsis),
  );
  const width = Math.max(0, ...names.map(displayWidth));
  for (const [index, report] of projects.entries()) {
    const { lastAt, bytes, reason } = report;
    const name = names[index] ?? "";
    yield [
      `  ${view.paint.link(report.entry.root, name)}${padRight("", width - displayWidth(name))}`,
      stateText(report, view),
      padRight(
        lastAt === null ? "no change yet" : `last change ${renderAgo(view.viewer.now - lastAt)}`,
        21,
      ),
      padLeft(counts[index] ?? "", countWidth),
      renderBytes(bytes).padStart(8),
    ].join("   ");
    if (reason !== undefined) yield view.paint.warning(`      ${escapeForDisplay(reason)}`);
    if (report.state === "missing")
      yield view.paint.faint("      moved? unf watch <new place> --relink");
    if (view.isVerbose) yield view.paint.faint(`      ${detailText(report, view)}`);
  }
}

/** Columns of a line that are neither the directory nor the count. */
const besides = 51;

/** Narrower than this no directory is known again. */
const roomMin = 12;

function detailText(report: ProjectReport, { viewer }: View): string {
  const { entry, firstAt } = report;
  const since = firstAt === null ? "" : `, since ${renderLocalDate(firstAt, viewer.zone)}`;
  return `p-${entry.id}${since}${thinnedText(report, viewer)}${backendText(report)}`;
}

/** Since when, and how much: not everything since the first version is there. */
function thinnedText({ lastPruning }: ProjectReport, viewer: View["viewer"]): string {
  if (lastPruning === undefined) return "";
  const { at, snapshots } = lastPruning;
  return `, last thinned ${renderAgo(viewer.now - at)}, ${countOf(snapshots, "version")}`;
}

function stateText(report: ProjectReport, { paint }: View): string {
  const { state } = report;
  // By sweeps it would be recorded.
  if (state === "degraded" && !isRecording(report)) return paint.bad("STOPPED ");
  const isGood = state === "watching" || state === "scanning";
  // Capitals as well as colour: what is not recorded must stand out on any terminal.
  const text = (isGood || state === "stopped" ? state : state.toUpperCase()).padEnd(8);
  if (isGood) return paint.good(text);
  return state === "stopped" ? paint.faint(text) : paint.bad(text);
}

function backendText({ live }: ProjectReport): string {
  if (live === undefined) return "";
  const pending = live.pending === 0 ? "" : `, ${live.pending} pending`;
  const gaps = live.open_gaps === 0 ? "" : `, ${countOf(live.open_gaps, "open gap")}`;
  const why = live.backend_reason === "" ? "" : ` (${escapeForDisplay(live.backend_reason)})`;
  return `, ${escapeForDisplay(live.backend)}${why}, ${countOf(live.directories, "directory", "directories")}${pending}${gaps}`;
}
