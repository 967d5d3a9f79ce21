import {
  compareWords,
  type DiffShowing,
  type FileDiff,
  type FileSide,
  gitMode,
  maskPathOf,
  pairLines,
  pathOf,
  statusOf,
} from "@unf/answers";
import { decodeUtf8Lossy } from "@unf/core/base";
import type { ColumnRange, DiffLine, Hunk } from "@unf/core/lines";
import { planMask, SecretMarks } from "@unf/core/mask";
import { escapeForDisplay, escapeLineForDisplay } from "@unf/core/query";
import { renderClock } from "@unf/core/time";
import { isLinkMode } from "@unf/core/timeline";
import { countOf, largest, padRight, shortenPath, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { unshownText } from "./patch-text.ts";

/** One file's difference for a person: a line about the file, then its hunks. */
export function* renderDiff(diff: FileDiff, showing: DiffShowing, view: View): Generator<string> {
  yield* renderHead(diff, view);
  yield* renderHunks({ path: maskPathOf(diff.change), hunks: diff.hunks }, showing, view);
}

/** The lines about the file, and why there are no others. */
export function* renderHead(diff: FileDiff, view: View): Generator<string> {
  const { paint } = view;
  yield paint.heading(fileHeading(diff, view));
  const { before, after } = diff.change;
  if (before !== undefined && after !== undefined && gitMode(before.mode) !== gitMode(after.mode)) {
    yield paint.faint(`mode ${modeText(before)} ${view.signs.to} ${modeText(after)}`);
  }
  if (diff.unshown !== undefined) yield paint.faint(escapeForDisplay(unshownText(diff)));
}

/** Hunks with their lines, coloured; control characters of the content are shown, not obeyed. */
export function* renderHunks(
  { path, hunks }: { readonly path: string; readonly hunks: readonly Hunk[] },
  { hasWords, reveal }: DiffShowing,
  view: View,
): Generator<string> {
  const marks = new SecretMarks();
  for (const { oldStart, oldLines, newStart, newLines, lines } of hunks) {
    yield view.paint.faint(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`);
    const partners = hasWords ? pairLines(lines) : new Map<number, DiffLine>();
    const texts = lines.map(({ bytes }) => decodeUtf8Lossy(bytes));
    const mask = planMask(path, texts, "certain", marks);
    for (const [index, line] of lines.entries()) {
      const text = texts[index] ?? "";
      const shown = cutLine(reveal ? text : mask(index), view);
      // Words of a masked line would say where the secret is, and how long.
      yield lineText(line, shown, shown === text ? partners.get(index) : undefined, view);
      if (!line.terminated) yield view.paint.faint("\\ No newline at end of file");
    }
  }
}

/** Longer lines than of so many rows hide all others on a screen. */
const rowsMax = 10;

/** The beginning of a line that would fill the screen; -v shows the whole. */
function cutLine(text: string, { terminal, signs, isVerbose }: View): string {
  const max = (terminal.width ?? 80) * rowsMax;
  if (isVerbose || terminal.width === undefined || text.length <= max) return text;
  const rest = text.length - max;
  return `${text.slice(0, max).toWellFormed()}${signs.ellipsis} ${countOf(rest, "more character")} (-v)`;
}

/** A bar per file and the sums, as `git diff --stat`. */
export function* renderStat(diffs: readonly FileDiff[], view: View): Generator<string> {
  const names = diffs.map((diff) => nameText(diff, view));
  const width = view.terminal.width ?? 80;
  const nameWidth = Math.min(widest(names), Math.max(20, width - 30));
  const most = Math.max(1, largest(diffs.map(({ added, removed }) => added + removed)));
  const scale = Math.min(1, Math.max(10, width - nameWidth - 12) / most);
  for (const [index, diff] of diffs.entries()) {
    const name = padRight(
      shortenPath(names[index] ?? "", nameWidth, view.signs.ellipsis),
      nameWidth,
    );
    yield ` ${name} | ${diff.unshown ?? statBar(diff, scale, view)}`;
  }
  const added = diffs.reduce((sum, diff) => sum + diff.added, 0);
  const removed = diffs.reduce((sum, diff) => sum + diff.removed, 0);
  yield ` ${countOf(diffs.length, "file")} changed, +${added} -${removed}`;
}

/** `12<tab>3<tab>path`, as `git diff --numstat`; `-` where lines cannot be counted. */
export function renderNumstat(diff: FileDiff): string {
  const [added, removed] = diff.unshown === undefined ? [diff.added, diff.removed] : ["-", "-"];
  return `${added}\t${removed}\t${escapeForDisplay(pathOf(diff.change))}`;
}

function fileHeading(diff: FileDiff, view: View): string {
  const { signs } = view;
  const { before, after } = diff.change;
  const counts =
    diff.unshown === undefined
      ? `   +${diff.added} -${diff.removed}${diff.isExact ? "" : " at most"}`
      : "";
  const sides = `${sideText(before, view)} ${signs.to} ${sideText(after, view)}`;
  return `${nameText(diff, view)}   ${sides}${counts}`;
}

function sideText(side: FileSide | undefined, { viewer }: View): string {
  if (side === undefined) return "nothing";
  const { snapshot } = side;
  return snapshot === undefined
    ? "now"
    : `v${snapshot.id} (${renderClock(snapshot.at, viewer.zone)})`;
}

function nameText({ change }: FileDiff, { signs }: View): string {
  const name = escapeForDisplay(pathOf(change));
  const isRename = statusOf(change) === "rename";
  return isRename && change.before !== undefined
    ? `${name} ${signs.from} ${escapeForDisplay(change.before.path)}`
    : name;
}

function modeText({ mode }: FileSide): string {
  if (isLinkMode(mode)) return "link";
  return (mode & 0o777).toString(8);
}

function lineText(
  line: DiffLine,
  text: string,
  partner: DiffLine | undefined,
  { paint }: View,
): string {
  if (line.op === " ") return ` ${escapeLineForDisplay(text)}`;
  const colour = line.op === "+" ? paint.added : paint.removed;
  if (partner === undefined) return colour(`${line.op}${escapeLineForDisplay(text)}`);
  const words = compareWords(line, partner);
  const [open, close] = line.op === "+" ? ["{+", "+}"] : ["[-", "-]"];
  const marked = markRanges(text, line.op === "+" ? words.new : words.old, (part) =>
    colour(`${open}${part}${close}`),
  );
  return `${colour(line.op)}${marked}`;
}

/** The line with its changed ranges marked; each piece is escaped on its own. */
function markRanges(
  text: string,
  ranges: readonly ColumnRange[],
  mark: (part: string) => string,
): string {
  let marked = "";
  let done = 0;
  for (const [from, to] of ranges) {
    marked +=
      escapeLineForDisplay(text.slice(done, from)) +
      mark(escapeLineForDisplay(text.slice(from, to)));
    done = to;
  }
  return marked + escapeLineForDisplay(text.slice(done));
}

function statBar({ added, removed }: FileDiff, scale: number, { paint }: View): string {
  const signsFor = (count: number) => (count === 0 ? 0 : Math.max(1, Math.floor(count * scale)));
  const bar =
    paint.added("+".repeat(signsFor(added))) + paint.removed("-".repeat(signsFor(removed)));
  return `${String(added + removed).padStart(5)} ${bar}`;
}
