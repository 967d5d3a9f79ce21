import { escapeForDisplay, escapeLineForDisplay, renderAge, renderLocalIso } from "@unf/core";
import type { JsonObject } from "../answer.ts";
import type { BlamedLine } from "../blame/read-blame.ts";
import { displayWidth, padLeft, padRight, shortenPath } from "./columns.ts";
import { pathFields } from "./path-json.ts";
import { instantJson } from "./snapshot-json.ts";
import type { View } from "./view.ts";

/** A blamed line; `path`: that of the file, since only another one is said. */
export function blamedLineJson(blamed: BlamedLine, path: string): JsonObject {
  const { line, text, isMasked, origin } = blamed;
  const { snapshot } = origin.version;
  return {
    n: line,
    version: `v${snapshot.id}`,
    at: instantJson(snapshot.at),
    ...(snapshot.path === path ? {} : pathFields("original_path", snapshot.path)),
    original_n: origin.line,
    text,
    // Present only where something is masked.
    ...(isMasked ? { masked: true } : {}),
  };
}

/** Version, age, number and text; for a pipe instant, version, number and text, with tabs. */
export function* renderBlame(
  lines: readonly BlamedLine[],
  path: string,
  view: View,
): Generator<string> {
  const { terminal, paint, signs, viewer } = view;
  if (!terminal.isForPerson) {
    for (const { line, text, origin } of lines) {
      const { id, at } = origin.version.snapshot;
      yield [renderLocalIso(at, viewer.zone), `v${id}`, line, escapeLineForDisplay(text)].join(
        "\t",
      );
    }
    return;
  }
  const widths = planWidths(lines, path, view);
  let last: string | undefined;
  for (const blamed of lines) {
    const { snapshot } = blamed.origin.version;
    const id = `v${snapshot.id}`;
    const age = padLeft(renderAge(viewer.now - snapshot.at), widths.age);
    const name = widths.name === 0 ? "" : `  ${padRight(nameOf(blamed, path, view), widths.name)}`;
    const head = `${padRight(id, widths.id)}  ${age}${name}`;
    // What is the same as in the line above is told once.
    const shown = id === last ? " ".repeat(displayWidth(head)) : paintHead(head, id, view);
    last = id;
    const number = padLeft(String(blamed.line), widths.line);
    yield `${shown}  ${paint.faint(`${number} ${signs.edge}`)} ${escapeLineForDisplay(blamed.text)}`;
  }
}

function paintHead(head: string, id: string, { paint }: View): string {
  return paint.id(id) + paint.faint(head.slice(id.length));
}

interface Widths {
  readonly id: number;
  readonly age: number;
  /** 0 where the file always had its name. */
  readonly name: number;
  readonly line: number;
}

function planWidths(lines: readonly BlamedLine[], path: string, view: View): Widths {
  const widest = (text: (line: BlamedLine) => string): number =>
    lines.reduce((most, line) => Math.max(most, displayWidth(text(line))), 0);
  return {
    id: widest(({ origin }) => `v${origin.version.snapshot.id}`),
    age: widest(({ origin }) => renderAge(view.viewer.now - origin.version.snapshot.at)),
    name: widest((line) => nameOf(line, path, view)),
    line: widest(({ line }) => String(line)),
  };
}

const nameWidthMax = 30;

/** The name the file had then, if it was another. */
function nameOf({ origin }: BlamedLine, path: string, { signs }: View): string {
  const { snapshot } = origin.version;
  if (snapshot.path === path) return "";
  return shortenPath(escapeForDisplay(snapshot.path), nameWidthMax, signs.ellipsis);
}
