import * as z from "zod";
import { carryOut } from "../answer/ask.ts";
import { pick } from "../answer/pick.ts";
import { given } from "../input/arguments.ts";
import { findPlace } from "../input/place.ts";
import { defineTool } from "./tool.ts";

const shown = ["root", "id", "name", "message", "at", "version", "files", "created"] as const;

export const checkpoint = defineTool({
  name: "unf_checkpoint",
  description:
    "Names the state of all files now, to compare with and return to: cp:NAME is an instant for every other tool. Copies nothing and changes no file.",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: z.strictObject({
    project: given.project,
    name: given.plain
      .optional()
      .describe("Such as before-refactor; may repeat, the newest is meant then"),
    message: given.plain.optional(),
  }),
  run: async ({ host }, { project, name, message }) => {
    const { root } = await findPlace(host, project);
    const asked = { label: name, message, payload: undefined, pinned: false };
    const { value, warned } = await carryOut(host, "checkpoint", { root, asked }, { said: [] });
    return { ...pick(value, shown), ...warned };
  },
});
