import { planMask } from "@unf/core/mask";
import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { clip, takePage } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { badArgument, ToolFailure } from "../base/failure.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { defineTool } from "./tool.ts";

export const show = defineTool({
  name: "unf_show",
  description:
    "Shows the text of a file as it was recorded: at an instant, or one version. What looks like a secret is masked; restoring brings back the real bytes.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    project: given.project,
    path: given.path.optional(),
    version: given.version.optional(),
    at: given.time.optional(),
    from_line: given.fromLine,
  }),
  run: async ({ host }, { project, path, version, at, from_line }) => {
    const named = path ?? version;
    if (named === undefined) throw badArgument("name a path or a version");
    const place = await findPlace(host, project);
    const { value, warned } = await ask(host, "show", place.root, {
      word: path === undefined ? named : wordOf(place, path),
      at,
      version: path === undefined ? undefined : version,
    });
    const { content } = value;
    if (content === undefined) {
      throw new ToolFailure("refused", `${value.version} is not UTF-8 text and is not shown here`);
    }
    const lines = readLines(value.path, content);
    const { rows, next } = takePage(lines, from_line - 1);
    const next_line = next === null ? null : next + 1;
    return {
      ...pick(value, ["root", "path", "version"]),
      at: pick(value.at, ["recorded"]),
      ...pick(value, ["bytes", "link"]),
      ...warned,
      lines: lines.length,
      from_line,
      next_line,
      content: rows.join("\n"),
    };
  },
});

/** The lines of a text as they may be shown. */
function readLines(path: string, content: string): string[] {
  const lines = content.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const mask = planMask(path, lines);
  return lines.map((_, index) => clip(mask(index)));
}
