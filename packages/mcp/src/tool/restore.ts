import type { Orders } from "@unf/answers";
import * as z from "zod";
import { carryOut, plan as planOrder } from "../answer/ask.ts";
import { takePage } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { badArgument, ToolFailure } from "../base/failure.ts";
import { given } from "../input/arguments.ts";
import { findPlace, wordOf } from "../input/place.ts";
import { flag, flags, toggle } from "../input/words.ts";
import { defineTool } from "./tool.ts";

type Restored = Orders["restore"]["outcome"];

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
    const { at, version, include = [], exclude = [], delete_newer: deletes = false } = args;
    const asked = {
      paths: paths.map((path) => wordOf(place, path)),
      ...{ at, version, turn: undefined, session: undefined, include, exclude },
      deletions: deletes ? "remove" : "keep",
      overwrite: "if-changed",
    } as const;
    const said = [
      "restore",
      ...[...flag("at", at), ...flag("version", version)],
      ...[...flags("include", include), ...flags("exclude", exclude), ...toggle("delete", deletes)],
      ...paths.map((path) => place.locate(path) || "."),
    ];
    const { root } = place;
    const { value, warned } = await planOrder(host, "restore", root, asked);
    plans.keep(value.plan, { root, asked, said });
    const { rows, next } = takePage(value.actions.map(actionOf), args.offset);
    return { ...fieldsOf(value, rows), ...warned, next };
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
    const shown = plans.take(plan);
    if (shown === undefined) {
      throw new ToolFailure("conflict", `${plan} is not planned here, or was applied`, again);
    }
    const terms = { plan, said: shown.said };
    const { value, warned } = await carryOut(host, "restore", shown, terms).catch(sayAgain);
    // Failures come first: the rest may not fit.
    const actions = value.actions.map(actionOf).sort((a, b) => rank(a) - rank(b));
    const { rows } = takePage(actions, 0);
    return { ...fieldsOf(value, rows), ...warned, left_out: actions.length - rows.length };
  },
});

/** The fields of a restore that an agent is told. */
function fieldsOf(value: Restored, actions: readonly Action[]) {
  const { root, plan, operation, summary } = value;
  return { root, plan, operation, ...pick(value, ["undo"]), actions, summary };
}

type Action = ReturnType<typeof actionOf>;

function actionOf(outcome: Restored["actions"][number]) {
  const versions = ["from", "to", "added", "removed"] as const;
  return pick(outcome, ["path", "action", ...versions, "failed", "why", "rescued"]);
}

const again = "call unf_restore_plan again and look at what it says";

/** The command's own advice is about its flags. */
function sayAgain(thrown: unknown): never {
  if (!(thrown instanceof ToolFailure) || thrown.code !== "conflict") throw thrown;
  throw new ToolFailure(thrown.code, thrown.message, again);
}

function rank({ failed, why }: Action): number {
  return failed === true ? 0 : why === undefined ? 2 : 1;
}
