import * as z from "zod";
import { takePage } from "../answer/page.ts";
import { type Order, runCommand } from "../answer/run-command.ts";
import { badArgument, ToolFailure } from "../base/failure.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { flag, flags, toggle } from "../input/words.ts";
import { defineTool } from "./tool.ts";

const shape = z.object({
  root: z.string(),
  plan: z.string(),
  operation: z.string().nullable(),
  undo: z.string().nullish(),
  actions: z.array(
    z.object({
      path: z.string(),
      action: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      added: z.number().nullish(),
      removed: z.number().nullish(),
      failed: z.boolean().optional(),
      why: z.string().optional(),
      rescued: z.string().optional(),
    }),
  ),
  summary: z.object({
    written: z.number(),
    deleted: z.number(),
    kept: z.number(),
    failed: z.number(),
  }),
});

export const restorePlan = defineTool({
  name: "unf_restore_plan",
  description:
    "Says what bringing files back to an instant, or one version of one file, would change. Changes nothing. Its plan is what unf_restore_apply takes.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  isRestore: true,
  input: z.strictObject({
    project: given.project,
    at: given.time.optional(),
    version: given.version.optional(),
    paths: given.paths,
    include: given.include,
    exclude: given.exclude,
    delete_newer: z
      .boolean()
      .optional()
      .describe(
        "Also delete files that were created after that instant, as far as they are recorded",
      ),
    offset: given.offset,
  }),
  run: async ({ host, plans }, args) => {
    if ((args.at === undefined) === (args.version === undefined)) {
      throw badArgument("name either at or version");
    }
    const place = await findPlace(host, args.project);
    const paths = args.paths ?? [];
    const asked = [
      ...flag("at", args.at),
      ...flag("version", args.version),
      ...flags("include", args.include),
      ...flags("exclude", args.exclude),
      ...toggle("delete", args.delete_newer),
    ];
    const question: Order = {
      command: "restore",
      root: place.root,
      flags: asked,
      words: paths.map((path) => wordOf(place, path)),
      said: ["restore", ...asked, ...paths.map((path) => place.locate(path) || ".")],
    };
    const preview = { ...question, flags: [...asked, "--dry-run"] };
    const document = await runCommand(host, preview, shape);
    plans.keep(document.plan, question);
    const { rows, next } = takePage(document.actions, args.offset);
    return { ...document, actions: rows, next };
  },
});

export const restoreApply = defineTool({
  name: "unf_restore_apply",
  description:
    "Carries out exactly what unf_restore_plan showed, once; fails with code conflict and changes nothing when files have changed since. What is replaced is recorded before, so a person can take it back with unf undo.",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
  isRestore: true,
  input: z.strictObject({
    plan: z
      .string()
      .regex(/^pl-[0-9a-f]{1,64}$/)
      .describe("plan of unf_restore_plan"),
  }),
  run: async ({ host, plans }, { plan }) => {
    const question = plans.take(plan);
    if (question === undefined) {
      throw new ToolFailure("conflict", `${plan} is not planned here, or was applied`, again);
    }
    const flags = [...(question.flags ?? []), ...flag("plan", plan), "--yes"];
    const document = await runCommand(host, { ...question, flags }, shape).catch(sayAgain);
    // Failures come first: the rest may not fit.
    const actions = document.actions.toSorted((a, b) => rank(a) - rank(b));
    const { rows } = takePage(actions, 0);
    return { ...document, actions: rows, left_out: actions.length - rows.length };
  },
});

const again = "call unf_restore_plan again and look at what it says";

/** The command's own advice is about its flags. */
function sayAgain(thrown: unknown): never {
  if (!(thrown instanceof ToolFailure) || thrown.code !== "conflict") throw thrown;
  throw new ToolFailure(thrown.code, thrown.message, again);
}

function rank({
  failed,
  why,
}: {
  readonly failed?: boolean | undefined;
  readonly why?: string | undefined;
}): number {
  return failed === true ? 0 : why === undefined ? 2 : 1;
}
