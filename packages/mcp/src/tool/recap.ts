import type { Questions } from "@unf/answers";
import { limits } from "@unf/core/config";
import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { countTokens } from "../answer/count-tokens.ts";
import { pick } from "../answer/pick.ts";
import { given } from "../input/arguments.ts";
import { findPlace } from "../input/place.ts";
import { defineTool } from "./tool.ts";

/** Files told of each session; `files` says how many there are. */
const filesShown = 20;
/** Of gaps the last so many: a disk that was full all day has thousands. */
const gapsShown = 3;
/** Tokens of a session's files: with more of them the next sessions would have no room. */
const filesTokens = 500;
/** Tokens of the names of files that are in no commit. */
const uncommittedTokens = 200;
/** Characters of a label: the first words say what it was about. */
const labelChars = 100;
/** And its tokens: pictures and rare scripts need several each. */
const labelTokens = 120;

export const recap = defineTool({
  name: "unf_recap",
  description:
    "Says what happened lately, to resume from: the last sessions of agents and stretches of work of people, newest first, with what each was about and the files it changed, then gaps in the recording, files that git has in no commit, and the last restore or undo. 2,000 tokens at most.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    project: given.project,
    since: given.time.optional().describe("All that happened from then on; default: the last five"),
    offset: given.offset,
  }),
  run: async ({ host }, { project, since, offset }) => {
    const { root } = await findPlace(host, project);
    const { value, warned } = await ask(host, "recap", root, { since, isGlobal: false });
    const rest = {
      root: value.root,
      gaps: value.gaps.slice(-gapsShown).map((gap) => pick(gap, ["from", "to", "reason"])),
      ...uncommittedOf(value),
      last_operations: value.last_operations.map((one) => pick(one, ["id", "kind", "at", "files"])),
      ...warned,
    };
    const { rows, next } = takeSessions(
      value.sessions.slice(offset),
      limits.mcp.recapTokens - countTokens(rest),
    );
    return { sessions: rows, ...rest, next: next === null ? null : offset + next };
  },
});

/** As many sessions as fit, of the first one at least what it was about. */
function takeSessions(sessions: Recap["sessions"], tokensMax: number) {
  const rows: object[] = [];
  let left = tokensMax - answerTokens;
  for (const session of sessions) {
    const row = sessionOf(session, left);
    left -= countTokens(row) + 1;
    if (left < 0 && rows.length > 0) return { rows, next: rows.length };
    rows.push(row);
  }
  return { rows, next: null };
}

/** For the lines of the fence and the names of the fields. */
const answerTokens = 150;

type Recap = Questions["recap"]["answer"];

/** Every label is masked already. Its files take so many tokens at most. */
function sessionOf(session: Recap["sessions"][number], tokensMax: number) {
  const span = ["start", "end", "open", "added", "removed"] as const;
  const about = pick(session, ["id", "agent", "author", "label", ...span, "turns", "files"]);
  if (!("changed" in session)) return about;
  const { changed, last_turn: turn } = session;
  const told = {
    ...shorten(about),
    ...(turn === undefined ? {} : { last_turn: shorten(pick(turn, ["id", "label", ...span])) }),
  };
  const left = Math.min(filesTokens, tokensMax - countTokens(told));
  return { ...told, changed: takeFiles(changed.slice(0, filesShown).map(fileOf), left) };
}

/** Of the files that git has in no commit the first few, and how many there are. */
function uncommittedOf({ uncommitted: all, uncommitted_more: more = 0 }: Recap) {
  if (all === undefined) return {};
  const shown = takeFiles(all.slice(0, filesShown), uncommittedTokens);
  return { uncommitted: shown, uncommitted_files: all.length + more };
}

function takeFiles<T extends object | string>(
  files: readonly T[],
  tokensMax: number,
): readonly T[] {
  let left = tokensMax;
  const count = files.findIndex((file) => {
    left -= countTokens(file) + 1;
    return left < 0;
  });
  return count < 0 ? files : files.slice(0, count);
}

function shorten<T extends object>(about: T): T {
  const { label } = about as { readonly label?: string | null };
  if (typeof label !== "string") return about;
  let cut = label.slice(0, labelChars).toWellFormed();
  while (countTokens(cut) > labelTokens) cut = cut.slice(0, cut.length / 2).toWellFormed();
  return cut === label ? about : { ...about, label: `${cut}…` };
}

function fileOf(file: Extract<Recap["sessions"][number], { changed: unknown }>["changed"][number]) {
  return pick(file, ["path", "kind", "renamed_from", "added", "removed"]);
}
