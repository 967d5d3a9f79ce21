import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { authorFields } from "../answer/author.ts";
import { countFitting } from "../answer/page.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { flag, flags, toggle } from "../input/words.ts";
import { defineTool } from "./tool.ts";

const shape = z.object({
  root: z.string(),
  entries: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      renamed_from: z.string().nullish(),
      kind: z.string(),
      at: z.string(),
      added: z.number().nullable(),
      removed: z.number().nullable(),
      prev: z.string().nullable(),
      operation: z.string().nullish(),
      ...authorFields,
    }),
  ),
  next: z.string().nullable(),
});

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
    const words = (args.paths ?? []).map((path) => wordOf(place, path));
    const asked = [
      ...flag("since", args.since),
      ...flag("until", args.until),
      ...flag("session", args.session),
      ...flag("turn", args.turn),
      ...flag("author", args.author),
      ...flag("kind", args.kinds?.join(",")),
      ...flags("include", args.include),
      ...flags("exclude", args.exclude),
      ...toggle("all", args.interim),
      ...flag("cursor", args.cursor),
    ];
    const read = (limit: number) => {
      const question = { command: "log", root: place.root, words };
      return ask(host, { ...question, flags: [...asked, ...flag("limit", limit)] }, shape);
    };
    const page = await read(args.limit);
    const count = countFitting(page.entries);
    // Only the command knows the cursor of a shorter page.
    return count < page.entries.length ? await read(count) : page;
  },
});
