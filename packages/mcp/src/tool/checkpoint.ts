import * as z from "zod";
import { runCommand } from "../answer/run-command.ts";
import { given } from "../input/arguments.ts";
import { findPlace } from "../input/place.ts";
import { flag } from "../input/words.ts";
import { defineTool } from "./tool.ts";

const shape = z.object({
  root: z.string(),
  id: z.string(),
  name: z.string(),
  message: z.string().nullable(),
  at: z.string(),
  version: z.string().nullable(),
  files: z.number(),
  created: z.boolean(),
});

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
    const words = name === undefined ? [] : [name];
    const question = { command: "checkpoint", root, flags: flag("message", message), words };
    const document = await runCommand(host, question, shape);
    return document;
  },
});
