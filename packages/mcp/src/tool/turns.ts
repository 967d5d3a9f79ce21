import * as z from "zod";
import { ask, type Told } from "../answer/ask.ts";
import { countFitting } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { given } from "../input/arguments.ts";
import { findPlace } from "../input/place.ts";
import { readTurnPages, type Turn, type TurnRange } from "./own-turns.ts";
import { defineTool } from "./tool.ts";

/** Files named of each turn; `files` says how many there are. */
const filesShown = 10;

export const turns = defineTool({
  name: "unf_turns",
  description:
    "Lists turns, newest first: each a prompt of an agent with the files that came of it and their lines. Those of your own session and of what it was forked from, where it is known which that is, else everybody's.",
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
    const own = session === undefined && !everyone ? await host.ownSessions(root) : [];
    if (own.length > 0) return readOwn({ host, root, sessions: own, before: cursor }, limit);
    const read = async (count: number) => {
      const asked = { session, agent: undefined, since: undefined, cursor };
      const { value, warned } = await ask(host, "turns", root, { ...asked, limit: count });
      return { root: value.root, turns: value.turns.map(turnOf), next: value.next, ...warned };
    };
    const page = await read(limit);
    const count = countFitting(page.turns);
    // Only the answer to it has the cursor of a shorter page.
    return count < page.turns.length ? await read(count) : page;
  },
});

/** A page of what the agent's own sessions, and those that they were forked from, have. */
async function readOwn(range: TurnRange, limit: number) {
  const read: Turn[] = [];
  let warned: Told<unknown>["warned"] = {};
  for await (const page of readTurnPages({ ...range, rows: limit + 1 })) {
    read.push(...page.value);
    warned = page.warned;
    if (read.length > limit) break;
  }
  const turns = read.slice(0, limit).map(turnOf);
  const shown = turns.slice(0, countFitting(turns));
  const next = shown.length < read.length ? (shown.at(-1)?.id ?? null) : null;
  return { root: range.root, turns: shown, next, ...warned };
}

/** Every label is masked already. */
function turnOf(turn: Turn) {
  const span = ["label", "start", "end", "added", "removed", "taken_back"] as const;
  return {
    ...pick(turn, ["id", "session", "agent", "prompt_id", ...span]),
    files: turn.files.length,
    changed: turn.files.slice(0, filesShown).map(({ path }) => path),
  };
}
