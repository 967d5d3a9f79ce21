import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { fileShape, listHunks } from "../answer/hunks.ts";
import { takePage } from "../answer/page.ts";
import { badArgument } from "../base/failure.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { flag, flags } from "../input/words.ts";
import { defineTool } from "./tool.ts";

const side = z.object({
  resolved: z.string().optional(),
  version: z.string().nullish(),
  turn: z.string().nullish(),
  session: z.string().nullish(),
  disk: z.boolean().optional(),
});

const shape = z.object({ root: z.string(), from: side, to: side, files: z.array(fileShape) });

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
    const document = await ask(
      host,
      {
        command: "diff",
        root: place.root,
        flags: [
          ...flag("from", args.from),
          ...flag("to", args.to),
          ...flag("version", args.version),
          ...flag("session", args.session),
          ...flag("turn", args.turn),
          ...flags("include", args.include),
          ...flags("exclude", args.exclude),
          ...flag("unified", args.context),
        ],
        words: (args.paths ?? []).map((path) => wordOf(place, path)),
      },
      shape,
    );
    const { files, ...about } = document;
    const { rows, next } = takePage(files.flatMap(listHunks), args.offset);
    return { ...about, files: files.length, hunks: rows, next };
  },
});
