import type { Questions } from "@unf/answers";
import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { clip, countFitting } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { defineTool } from "./tool.ts";

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
    const { text, since, until, cursor } = args;
    const read = async (limit: number) => {
      const { value, warned } = await ask(host, "search", place.root, {
        ...{ text, since, until, cursor, limit },
        isRegExp: args.regexp ?? false,
        ignoreCase: args.ignore_case ?? false,
        change: args.in,
        paths: (args.paths ?? []).map((path) => wordOf(place, path)),
        interim: false,
        reveal: false,
      });
      return { root: value.root, hits: value.hits.map(hitOf), next: value.next, ...warned };
    };
    const page = await read(args.limit);
    const count = countFitting(page.hits);
    // Only the answer to it has the cursor of a shorter page.
    return count < page.hits.length ? await read(count) : page;
  },
});

/** The text is masked already. */
function hitOf(hit: Questions["search"]["answer"]["hits"][number]) {
  return {
    ...pick(hit, ["version", "path", "line"]),
    text: clip(hit.text),
    ...pick(hit, ["first_version", "first_at", "last_at", "live", "gone_version"]),
  };
}
