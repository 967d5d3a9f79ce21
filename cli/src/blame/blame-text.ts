import { type AuthoredLine, type Blame, quotedLabel, turnName } from "@unf/answers";
import { escapeForDisplay, escapeLineForDisplay } from "@unf/core/query";
import { renderAge, renderLocalIso } from "@unf/core/time";
import { authorWord } from "../authors/author-text.ts";
import {
  displayWidth,
  padLeft,
  padRight,
  shortenPath,
  shortenText,
} from "../frame/print/columns.ts";
import { renderTable } from "../frame/print/table.ts";
import type { View } from "../frame/print/view.ts";
import { takenBackText } from "../sessions/session-parts.ts";

/**
 * Author, turn, version, age, number and text, and below what the turns were about; for a pipe
 * author, turn, instant, version, number and text, with tabs. No authors where no agent ever was.
 */
export function* renderBlame(
  { lines, path, turns, hasAgents }: Blame,
  view: View,
): Generator<string> {
  const { terminal, paint, signs, viewer } = view;
  if (!terminal.isForPerson) {
    for (const line of lines) yield plainLine(line, view);
    return;
  }
  const widths = planWidths(lines, { path, hasAgents }, view);
  let last: string | undefined;
  for (const blamed of lines) {
    const { snapshot } = blamed.origin.version;
    const id = `v${snapshot.id}`;
    const age = padLeft(renderAge(viewer.now - snapshot.at), widths.age);
    const name = widths.name === 0 ? "" : `  ${padRight(nameOf(blamed, path, view), widths.name)}`;
    const who = widths.author === 0 ? "" : `${padRight(whoOf(blamed), widths.author)}  `;
    const head = `${who}${padRight(id, widths.id)}  ${age}${name}`;
    // An author and version equal to those of the line above are told once.
    const shown = id === last ? " ".repeat(displayWidth(head)) : paintHead(head, who, id, view);
    last = id;
    const number = padLeft(String(blamed.line), widths.line);
    const before = displayWidth(head) + 2 + displayWidth(`${number} ${signs.edge} `);
    const text = fitting(escapeLineForDisplay(blamed.text), before, view);
    yield `${shown}  ${paint.faint(`${number} ${signs.edge}`)} ${text}`;
  }
  if (turns.length > 0) yield "";
  yield* renderTable(
    turns.map(({ turn, takenBack }) => [
      turnName(turn.id),
      turn.session,
      quotedLabel(turn.label),
      takenBackText(takenBack),
    ]),
    { 0: paint.id, 2: paint.faint, 3: paint.faint },
    { ...view, column: 2 },
  );
}

/** A text in the columns that are left behind `before`; whole with -v. */
function fitting(text: string, before: number, { terminal, signs, isVerbose }: View): string {
  const { width } = terminal;
  if (width === undefined || isVerbose) return text;
  return shortenText(text, Math.max(textMin, width - before), signs.ellipsis);
}

const textMin = 20;

function plainLine({ line, text, origin, author }: AuthoredLine, { viewer }: View): string {
  const { id, at } = origin.version.snapshot;
  return [
    authorWord(author),
    author.turn === null ? "-" : turnName(author.turn),
    renderLocalIso(at, viewer.zone),
    `v${id}`,
    line,
    escapeLineForDisplay(text),
  ].join("\t");
}

function paintHead(head: string, who: string, id: string, { paint }: View): string {
  return who + paint.id(id) + paint.faint(head.slice(who.length + id.length));
}

/** `claude-code t-12`, `you`; nothing of what was there before recording began. */
function whoOf({ author, origin }: AuthoredLine): string {
  if (origin.version.snapshot.cause === "baseline") return "";
  return author.turn === null
    ? authorWord(author)
    : `${authorWord(author)} ${turnName(author.turn)}`;
}

interface Widths {
  /** 0 where there is nobody to tell apart. */
  readonly author: number;
  readonly id: number;
  readonly age: number;
  /** 0 where the file always had its name. */
  readonly name: number;
  readonly line: number;
}

function planWidths(
  lines: readonly AuthoredLine[],
  { path, hasAgents }: { readonly path: string; readonly hasAgents: boolean },
  view: View,
): Widths {
  const widest = (text: (line: AuthoredLine) => string): number =>
    lines.reduce((most, line) => Math.max(most, displayWidth(text(line))), 0);
  return {
    author: hasAgents ? widest(whoOf) : 0,
    id: widest(({ origin }) => `v${origin.version.snapshot.id}`),
    age: widest(({ origin }) => renderAge(view.viewer.now - origin.version.snapshot.at)),
    name: widest((line) => nameOf(line, path, view)),
    line: widest(({ line }) => String(line)),
  };
}

const nameWidthMax = 30;

/** The name the file had then, if it was another. */
function nameOf({ origin }: AuthoredLine, path: string, { signs }: View): string {
  const { snapshot } = origin.version;
  if (snapshot.path === path) return "";
  return shortenPath(escapeForDisplay(snapshot.path), nameWidthMax, signs.ellipsis);
}
