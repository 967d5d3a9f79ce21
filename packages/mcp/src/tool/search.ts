import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { clip, countFitting } from "../answer/page.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { flag, toggle } from "../input/words.ts";
import { defineTool } from "./tool.ts";

const shape = z.object({
  root: z.string(),
  hits: z.array(
    z.object({
      version: z.string(),
      path: z.string(),
      line: z.number(),
      // The command has masked it.
      text: z.string().transform(clip),
      first_version: z.string(),
      first_at: z.string(),
      last_at: z.string(),
      live: z.boolean(),
      gone_version: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
});

export const search = defineTool({
  name: "unf_search",
  description:
    "Finds lines in every version that was ever recorded, deleted files too: each line once, with the first and the last version that had it. What looks like a secret is masked.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    project: given.project,
    text: given.plain.describe("What the line contains"),
    regexp: z.boolean().optional().describe("The text is a regular expression"),
    ignore_case: z.boolean().optional(),
    in: z
      .enum(["added", "removed", "any"])
      .optional()
      .describe("Lines that came, that went, or any"),
    paths: given.paths,
    since: given.time.optional(),
    until: given.time.optional(),
    limit: given.limit,
    cursor: given.cursor,
  }),
  run: async ({ host }, args) => {
    const place = await findPlace(host, args.project);
    const words = [args.text, ...(args.paths ?? []).map((path) => wordOf(place, path))];
    const asked = [
      ...toggle("regexp", args.regexp),
      ...toggle("ignore-case", args.ignore_case),
      ...flag("in", args.in),
      ...flag("since", args.since),
      ...flag("until", args.until),
      ...flag("cursor", args.cursor),
    ];
    const read = (limit: number) => {
      const question = { command: "search", root: place.root, words };
      return ask(host, { ...question, flags: [...asked, ...flag("limit", limit)] }, shape);
    };
    const page = await read(args.limit);
    const count = countFitting(page.hits);
    // Only the command knows the cursor of a shorter page.
    return count < page.hits.length ? await read(count) : page;
  },
});
