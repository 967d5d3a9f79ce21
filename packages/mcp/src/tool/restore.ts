import type { Orders } from "@unf/answers";
import * as z from "zod";
import { plan as planOrder } from "../answer/ask.ts";
import { takePage } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { badArgument } from "../base/failure.ts";
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
    plans.keep(value.plan, { name: "restore", root, asked, said });
    const { rows, next } = takePage(value.actions.map(actionOf), args.offset);
    return { ...restoredOf(value), actions: rows, ...warned, next };
  },
});

/** The fields of a restore that an agent is told, without its actions. */
export function restoredOf(value: Restored) {
  const { root, plan, operation, summary } = value;
  return { root, plan, operation, ...pick(value, ["undo"]), summary };
}

export function actionOf(outcome: Restored["actions"][number]) {
  const versions = ["from", "to", "added", "removed"] as const;
  return pick(outcome, ["path", "action", ...versions, "failed", "why", "rescued"]);
}
