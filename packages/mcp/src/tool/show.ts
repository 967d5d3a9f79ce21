import { planMask } from "@unf/core";
import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { clip, takePage } from "../answer/page.ts";
import { badArgument, ToolFailure } from "../base/failure.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { flag } from "../input/words.ts";
import { defineTool } from "./tool.ts";

const shape = z.object({
  root: z.string(),
  path: z.string(),
  version: z.string(),
  at: z.object({ recorded: z.string() }),
  bytes: z.number(),
  link: z.boolean(),
  content: z.string().optional(),
});

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
    const word = path ?? version;
    if (word === undefined) throw badArgument("name a path or a version");
    const place = await findPlace(host, project);
    const document = await ask(
      host,
      {
        command: "cat",
        root: place.root,
        flags: [...(path === undefined ? [] : flag("version", version)), ...flag("at", at)],
        words: [path === undefined ? word : wordOf(place, path)],
      },
      shape,
    );
    const { content, ...about } = document;
    if (content === undefined) {
      throw new ToolFailure("refused", `${about.version} is not UTF-8 text and is not shown here`);
    }
    const lines = readLines(about.path, content);
    const { rows, next } = takePage(lines, from_line - 1);
    const next_line = next === null ? null : next + 1;
    return {
      ...about,
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
