import type { Questions } from "@unf/answers";
import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { countFitting, takePage } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { given } from "../input/arguments.ts";
import { findPlace } from "../input/place.ts";
import { defineTool } from "./tool.ts";

/** Files told of each session; `files` says how many there are. */
const filesShown = 20;
/** Of gaps the last so many: a disk that was full all day has thousands. */
const gapsShown = 20;

export const recap = defineTool({
  name: "unf_recap",
  description:
    "Says what happened lately, to resume from: the last sessions of agents and stretches of work of people, newest first, with what each was about and the files it changed, then gaps in the recording and the last restore or undo.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    project: given.project,
    since: given.time.optional().describe("All that happened from then on; default: the last five"),
    offset: given.offset,
  }),
  run: async ({ host }, { project, since, offset }) => {
    const { root } = await findPlace(host, project);
    const { value, warned } = await ask(host, "recap", root, { since, isGlobal: false });
    const { rows, next } = takePage(value.sessions.map(sessionOf), offset);
    return {
      root: value.root,
      sessions: rows,
      gaps: value.gaps.slice(-gapsShown).map((gap) => pick(gap, ["from", "to", "reason"])),
      last_operations: value.last_operations.map((one) => pick(one, ["id", "kind", "at", "files"])),
      ...warned,
      next,
    };
  },
});

type Recap = Questions["recap"]["answer"];

/** Every label is masked already. */
function sessionOf(session: Recap["sessions"][number]) {
  const span = ["start", "end", "open", "added", "removed"] as const;
  const about = pick(session, ["id", "agent", "author", "label", ...span, "turns", "files"]);
  if (!("changed" in session)) return about;
  const { changed, last_turn: turn } = session;
  const shown = changed.slice(0, filesShown).map(fileOf);
  return {
    ...about,
    ...(turn === undefined ? {} : { last_turn: pick(turn, ["id", "label", ...span]) }),
    changed: shown.slice(0, countFitting(shown)),
  };
}

function fileOf(file: Extract<Recap["sessions"][number], { changed: unknown }>["changed"][number]) {
  return pick(file, ["path", "kind", "renamed_from", "added", "removed"]);
}
