import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { takePage } from "../answer/page.ts";
import { given } from "../input/arguments.ts";
import { defineTool } from "./tool.ts";

const shape = z.object({
  recording: z.boolean(),
  healthy: z.boolean(),
  projects: z.array(
    z.object({
      root: z.string(),
      state: z.string(),
      reason: z.string().nullish(),
      last_event_at: z.string().nullish(),
      versions: z.number(),
      open_gaps: z.number().nullish(),
      last_burst: z
        .object({ id: z.string(), to: z.string(), changed: z.number(), deleted: z.number() })
        .nullish(),
    }),
  ),
});

export const status = defineTool({
  name: "unf_status",
  description:
    "Says whether file changes are being recorded, and lists the watched projects with the last mass change of each.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({ offset: given.offset }),
  run: async ({ host }, { offset }) => {
    const document = await ask(host, { command: "status" }, shape);
    const { rows, next } = takePage(document.projects, offset);
    return { ...document, projects: rows, next };
  },
});
