import { authorFields } from "../authors/author-fields.ts";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import { momentAnswer } from "../scope/time.ts";
import { shownLabel, takenBackAnswer } from "../sessions/report-fields.ts";
import type { AuthoredLine } from "./blame-lines.ts";
import type { Blame } from "./read-blame.ts";
import type { BlameAnswer, BlamedLineAnswer } from "./shape.ts";

/** Lines of a file, each with the version that wrote it. */
export function blameAnswer(blame: Blame): BlameAnswer {
  const { scope, path, snapshot, time, lines } = blame;
  return {
    ...pathFields("root", scope.project.root),
    ...pathFields("path", path),
    version: versionName(snapshot.id),
    at: momentAnswer(time, snapshot),
    lines: lines.map((line) => lineAnswer(line, blame)),
  };
}

function lineAnswer(blamed: AuthoredLine, { path, turns }: Blame): BlamedLineAnswer {
  const { line, text, isMasked, origin, author } = blamed;
  const by = turns.find(({ turn }) => turn.id === author.turn);
  const { snapshot } = origin.version;
  return {
    n: line,
    version: versionName(snapshot.id),
    at: instant(snapshot.at),
    ...authorFields(author),
    ...(by === undefined ? {} : { turn_label: shownLabel(by.turn.label) }),
    // Present only where something of it was.
    ...(by?.takenBack === undefined ? {} : { turn_taken_back: takenBackAnswer(by.takenBack) }),
    ...(snapshot.path === path ? {} : pathFields("original_path", snapshot.path)),
    original_n: origin.line,
    text,
    // Present only where something is masked.
    ...(isMasked ? { masked: true } : {}),
  };
}
