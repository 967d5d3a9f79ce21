import { limits } from "@unf/core";
import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { authorFields } from "../answer/author.ts";
import { clip, takePage } from "../answer/page.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { flag } from "../input/words.ts";
import { defineTool } from "./tool.ts";

const shape = z.object({
  root: z.string(),
  path: z.string(),
  version: z.string(),
  lines: z.array(
    z.object({
      n: z.number(),
      version: z.string(),
      at: z.string(),
      ...authorFields,
      // The command has masked it.
      turn_label: z.string().nullish(),
      // The command has masked it.
      text: z.string().transform(clip),
    }),
  ),
});

export const blame = defineTool({
  name: "unf_blame",
  description:
    "Says of every line of a file which recorded version wrote it, when, and who did, as far as that is known. What looks like a secret is masked.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    project: given.project,
    path: given.path,
    at: given.time.optional(),
    from_line: given.fromLine,
  }),
  run: async ({ host }, { project, path, at, from_line }) => {
    const place = await findPlace(host, project);
    // One line more than is shown says whether there is one.
    const range = `${from_line},${from_line + limits.mcp.blameLines}`;
    const document = await ask(
      host,
      {
        command: "blame",
        root: place.root,
        flags: [...flag("at", at), ...flag("line-range", range)],
        words: [wordOf(place, path)],
      },
      shape,
    );
    const { rows } = takePage(document.lines.slice(0, limits.mcp.blameLines), 0);
    const next_line = rows.length < document.lines.length ? from_line + rows.length : null;
    return { ...document, lines: rows, next_line };
  },
});
