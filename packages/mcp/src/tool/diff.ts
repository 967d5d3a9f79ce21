import type { Questions } from "@unf/answers";
import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { listHunks } from "../answer/hunks.ts";
import { takePage } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { badArgument, ToolFailure } from "../base/failure.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { defineTool } from "./tool.ts";

export const diff = defineTool({
  name: "unf_diff",
  description:
    "Shows what changed between two instants, or from one to what is on disk now, or what one version, one turn or one session of an agent changed. Without any of them: the last run of changes. One row for each hunk, as a unified diff. What looks like a secret is masked.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    project: given.project,
    paths: given.paths,
    from: given.time.optional(),
    to: given.time.optional().describe("Needs from; default: what is on disk now"),
    version: given.version.optional(),
    session: given.session.optional(),
    turn: given.turn.optional(),
    include: given.include,
    exclude: given.exclude,
    context: z.int().min(0).max(50).default(3).describe("Lines around each change"),
    offset: given.offset,
  }),
  run: async ({ host }, args) => {
    const named = [args.version, args.session, args.turn, args.from ?? args.to];
    if (named.filter((one) => one !== undefined).length > 1) {
      throw badArgument("version, session, turn and from with to exclude each other");
    }
    const place = await findPlace(host, args.project);
    const { from, to, version, session, turn } = args;
    if (from === undefined && to !== undefined) {
      throw new ToolFailure("usage", "--to needs --from or --checkpoint");
    }
    const { value, warned } = await ask(host, "diff", place.root, {
      paths: (args.paths ?? []).map((path) => wordOf(place, path)),
      from: { name: "from", input: from, purpose: "since" },
      to: { name: "to", input: to, purpose: "until" },
      ...{ version, session, turn },
      include: args.include ?? [],
      exclude: args.exclude ?? [],
      context: args.context,
    });
    const { rows, next } = takePage(value.files.flatMap(listHunks), args.offset);
    const sides = { from: sideOf(value.from), to: sideOf(value.to) };
    return { root: value.root, ...sides, ...warned, files: value.files.length, hunks: rows, next };
  },
});

function sideOf(side: Questions["diff"]["answer"]["from"]) {
  return pick(side, ["resolved", "version", "turn", "session", "disk"]);
}
