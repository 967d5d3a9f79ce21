import { limits } from "@unf/core/config";
import * as z from "zod";
import { badArgument } from "../base/failure.ts";

const { pathsMax, pathCharsMax, textCharsMax, rowsMax } = limits.mcp;

/** No control characters: neither a question nor a command line has use for them. */
const plain = z
  .string()
  .min(1)
  .max(textCharsMax)
  .regex(/^\P{Cc}+$/u, "control characters");

const path = z.string().min(1).max(pathCharsMax);

const globs = z.array(plain).max(pathsMax);

/** Arguments that several tools have, with what an agent is told of each. */
export const given = {
  project: path
    .optional()
    .describe("Root of a watched project; default: the one around the working directory"),
  path: path.describe("A file, relative to the project's root"),
  paths: z
    .array(path)
    .max(pathsMax)
    .optional()
    .describe("Only these files and directories, relative to the project's root"),
  time: plain.describe(
    "An instant: 2026-11-20T14:32:07Z, 5m or 2h (ago), v1234 (as of that version), cp:NAME (a checkpoint), op:12 (before that operation), turn:12 (before that turn), session:7f3a.end; after turn: and session: also what the agent itself calls it",
  ),
  version: z
    .string()
    .regex(/^v[0-9]{1,15}(~[0-9]{1,6})?$/)
    .describe("A version such as v1234, or v1234~1 for the one before it"),
  session: z
    .string()
    .regex(/^\w[\w:-]{0,255}$/)
    .describe("A session of an agent such as s-7f3a, or as the agent itself calls it"),
  turn: z
    .string()
    .regex(/^(?:(?:t-)?[1-9][0-9]{0,14}|\w[\w:-]{5,255})$/i)
    .describe(
      "A turn such as t-12, or as the agent itself calls the prompt: one prompt of an agent and its answer",
    ),
  operation: z
    .string()
    .regex(/^op-[1-9][0-9]{0,14}$/)
    .describe("An operation such as op-12, as unf_restore_apply answered it"),
  plan: z.string().regex(/^pl-[0-9a-f]{1,64}$/),
  include: globs.optional().describe("Only paths that match one of these globs"),
  exclude: globs.optional().describe("No path that matches one of these globs"),
  cursor: z
    .string()
    .min(1)
    .max(limits.query.cursorCharsMax)
    .optional()
    .describe("next of the page before, with all other arguments the same"),
  offset: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(0)
    .describe("next of the page before, with all other arguments the same"),
  limit: z.int().min(1).max(rowsMax).default(50).describe("At most so many"),
  fromLine: z
    .int()
    .min(1)
    .max(100_000_000)
    .default(1)
    .describe("The first line to show; next_line of the page before"),
  interim: z
    .boolean()
    .optional()
    .describe("Also states that a file passed through within 3 seconds"),
  plain,
} as const;

/** Checks what came against what a tool takes. Throws the protocol's error for invalid parameters. */
export function readArguments<I extends z.ZodObject>(input: I, came: unknown): z.infer<I> {
  const read = input.safeParse(came ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.join(".");
  throw badArgument(`${where ? `${where}: ` : ""}${issue?.message ?? "invalid"}`.slice(0, 200));
}
