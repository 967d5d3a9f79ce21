import type { Questions } from "@unf/answers";
import { limits } from "@unf/core/config";
import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { authorFields } from "../answer/author.ts";
import { clip, takePage } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { defineTool } from "./tool.ts";

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
    const { value, warned } = await ask(host, "blame", place.root, {
      path: wordOf(place, path),
      at,
      // One line more than is shown says whether there is one.
      range: `${from_line},${from_line + limits.mcp.blameLines}`,
      author: undefined,
      interim: false,
      reveal: false,
    });
    const lines = value.lines.map(lineOf);
    const { rows } = takePage(lines.slice(0, limits.mcp.blameLines), 0);
    const next_line = rows.length < lines.length ? from_line + rows.length : null;
    return { ...pick(value, ["root", "path", "version"]), lines: rows, ...warned, next_line };
  },
});

/** Label and text are masked already. */
function lineOf(line: Questions["blame"]["answer"]["lines"][number]) {
  return {
    ...pick(line, ["n", "version", "at"]),
    ...authorFields(line),
    ...pick(line, ["turn_label"]),
    text: clip(line.text),
  };
}
