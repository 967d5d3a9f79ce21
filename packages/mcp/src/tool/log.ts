import type { Questions } from "@unf/answers";
import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { authorFields } from "../answer/author.ts";
import { countFitting } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { defineTool } from "./tool.ts";

const kinds = ["create", "modify", "delete", "rename"] as const;

export const log = defineTool({
  name: "unf_log",
  description:
    "Lists recorded versions of files, newest first: which file changed when, by how many lines, and who did it, as far as that is known. One path follows its file through renames.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    project: given.project,
    paths: given.paths,
    since: given.time.optional(),
    until: given.time.optional(),
    session: given.session.optional(),
    turn: given.turn.optional(),
    author: given.plain
      .optional()
      .describe("human, an agent's name such as codex, or $all-agent for any agent"),
    kinds: z.array(z.enum(kinds)).min(1).max(kinds.length).optional(),
    include: given.include,
    exclude: given.exclude,
    interim: given.interim,
    limit: given.limit,
    cursor: given.cursor,
  }),
  run: async ({ host }, args) => {
    const place = await findPlace(host, args.project);
    const { since, until, session, turn, author, cursor } = args;
    const read = async (limit: number) => {
      const { value, warned } = await ask(host, "log", place.root, {
        ...{ since, until, session, turn, author, cursor, limit },
        paths: (args.paths ?? []).map((path) => wordOf(place, path)),
        isGlobal: false,
        includeProjects: [],
        excludeProjects: [],
        include: args.include ?? [],
        exclude: args.exclude ?? [],
        ignoreCase: false,
        kinds: args.kinds ?? [],
        interim: args.interim ?? false,
        isReverse: false,
        noFollow: false,
      });
      const entries = value.entries.map(entryOf);
      return { root: value.root, entries, next: value.next, ...warned };
    };
    const page = await read(args.limit);
    const count = countFitting(page.entries);
    // Only the answer to it has the cursor of a shorter page.
    return count < page.entries.length ? await read(count) : page;
  },
});

function entryOf(version: Questions["log"]["answer"]["entries"][number]) {
  const about = ["id", "path", "renamed_from", "kind", "at", "added", "removed"] as const;
  return { ...pick(version, [...about, "prev", "operation"]), ...authorFields(version) };
}
