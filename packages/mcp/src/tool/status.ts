import type { Questions } from "@unf/answers";
import * as z from "zod";
import { ask } from "../answer/ask.ts";
import { takePage } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { given } from "../input/arguments.ts";
import { defineTool } from "./tool.ts";

export const status = defineTool({
  name: "unf_status",
  description:
    "Says whether file changes are being recorded, and lists the watched projects with the last mass change of each.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({ offset: given.offset }),
  run: async ({ host }, { offset }) => {
    const asked = { sinceCheckpoint: undefined, hasSession: false, ownSession: undefined };
    const { value, warned } = await ask(host, "status", undefined, asked);
    const { rows, next } = takePage(value.projects.map(projectOf), offset);
    return { ...pick(value, ["recording", "healthy"]), projects: rows, ...warned, next };
  },
});

function projectOf(project: Questions["status"]["answer"]["projects"][number]) {
  const about = ["root", "state", "reason", "last_event_at", "versions", "open_gaps"] as const;
  const burst = project.last_burst;
  return {
    ...pick(project, about),
    last_burst: burst === null ? null : pick(burst, ["id", "to", "changed", "deleted"]),
  };
}
