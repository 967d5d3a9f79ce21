import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { countFitting, takePage } from "../answer/page.ts";
import { given } from "../input/arguments.ts";
import { findPlace } from "../input/place.ts";
import { flag } from "../input/words.ts";
import { defineTool } from "./tool.ts";

const sum = {
  start: z.string(),
  end: z.string().nullish(),
  open: z.boolean().nullish(),
  added: z.number().nullish(),
  removed: z.number().nullish(),
};

const shape = z.object({
  root: z.string(),
  sessions: z.array(
    z.object({
      id: z.string(),
      agent: z.string().nullish(),
      author: z.object({ type: z.string() }).nullish(),
      label: z.string().nullish(),
      ...sum,
      turns: z.number().nullish(),
      files: z.number().nullish(),
      changed: z
        .array(
          z.object({
            path: z.string(),
            kind: z.string(),
            renamed_from: z.string().nullish(),
            added: z.number().nullish(),
            removed: z.number().nullish(),
          }),
        )
        .nullish(),
      // The command has masked every label.
      last_turn: z.object({ id: z.string(), label: z.string().nullish(), ...sum }).nullish(),
    }),
  ),
  gaps: z.array(z.object({ from: z.string(), to: z.string(), reason: z.string() })),
  last_operations: z.array(
    z.object({ id: z.string(), kind: z.string(), at: z.string(), files: z.number().nullish() }),
  ),
});

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
    const document = await ask(
      host,
      { command: "recap", root, flags: flag("since", since) },
      shape,
    );
    const sessions = document.sessions.map(({ changed, ...session }) => {
      if (changed == null) return session;
      const shown = changed.slice(0, filesShown);
      return { ...session, changed: shown.slice(0, countFitting(shown)) };
    });
    const { rows, next } = takePage(sessions, offset);
    return { ...document, gaps: document.gaps.slice(-gapsShown), sessions: rows, next };
  },
});
