import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { countFitting } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { given } from "../input/arguments.ts";
import { findPlace } from "../input/place.ts";
import type { Turn } from "./own-turns.ts";
import { defineTool } from "./tool.ts";

/** Files named of each turn; `files` says how many there are. */
const filesShown = 10;

export const turns = defineTool({
  name: "unf_turns",
  description:
    "Lists turns, newest first: each a prompt of an agent with the files that came of it and their lines. Your own session's, where it is known which that is, else everybody's.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    project: given.project,
    session: given.session.optional().describe("Turns of this session instead of your own"),
    everyone: z.boolean().optional().describe("Turns of all sessions"),
    limit: given.limit,
    cursor: given.cursor,
  }),
  run: async ({ host }, { project, session, everyone = false, limit, cursor }) => {
    const { root } = await findPlace(host, project);
    const [own] = session === undefined && !everyone ? await host.ownSessions(root) : [];
    const read = async (count: number) => {
      const asked = { session: session ?? own, agent: undefined, since: undefined, cursor };
      const { value, warned } = await ask(host, "turns", root, { ...asked, limit: count });
      return { root: value.root, turns: value.turns.map(turnOf), next: value.next, ...warned };
    };
    const page = await read(limit);
    const count = countFitting(page.turns);
    // Only the answer to it has the cursor of a shorter page.
    return count < page.turns.length ? await read(count) : page;
  },
});

/** Every label is masked already. */
function turnOf(turn: Turn) {
  const span = ["label", "start", "end", "added", "removed", "taken_back"] as const;
  return {
    ...pick(turn, ["id", "session", "agent", "prompt_id", ...span]),
    files: turn.files.length,
    changed: turn.files.slice(0, filesShown).map(({ path }) => path),
  };
}
