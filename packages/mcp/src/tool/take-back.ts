import type { Orders } from "@unf/answers";
import * as z from "zod";
import { plan as planOrder } from "../answer/ask.ts";
import { listNumbered } from "../answer/hunks.ts";
import { takePage } from "../answer/page.ts";
import { pick } from "../answer/pick.ts";
import { badArgument, ToolFailure } from "../base/failure.ts";
import type { Host } from "../base/host.ts";
import { given } from "../input/arguments.ts";
import { findPlace, type Place, wordOf } from "../input/place.ts";
import { isCalled, numberOf, openOwnTurns, readBackTo, type Turn } from "./own-turns.ts";
import { defineTool, type Scene } from "./tool.ts";

/** Turns of one call; more are taken back part by part. */
const turnsMax = 200;
/** Hunks of one call. */
const hunksMax = 1000;

export const oopsPlan = defineTool({
  name: "unf_oops_plan",
  description:
    "Says what taking back your own turns would change: the files are then as if only those had not been, and what others wrote stays. Without turns: your last one that wrote and still stands. list_hunks numbers the hunks of each file; hunks with that plan then means only those of its one file. Changes nothing. Its plan is what unf_restore_apply takes.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  isRestore: true,
  input: z.strictObject({
    project: given.project,
    turns: z.array(given.turn).min(1).max(turnsMax).optional(),
    paths: given.paths.describe("Only what was done to these files and directories"),
    list_hunks: z.boolean().default(false).describe("Answer the hunks instead of the files"),
    plan: given.plan.optional().describe("A plan that listed hunks of one file; goes with hunks"),
    hunks: z
      .array(z.int().min(1).max(1_000_000))
      .min(1)
      .max(hunksMax)
      .optional()
      .describe("Only these hunks of the plan, by their numbers"),
    offset: given.offset,
  }),
  run: async (scene, { project, turns, paths, list_hunks, plan, hunks, offset }) => {
    const isNew = turns !== undefined || paths !== undefined || list_hunks;
    if (plan !== undefined || hunks !== undefined) {
      if (plan === undefined || hunks === undefined) throw badArgument("hunks go with their plan");
      if (isNew) throw badArgument("the plan of the hunks says which turns and paths are meant");
      return planHunks(scene, { seen: plan, numbers: hunks, offset });
    }
    const place = await findPlace(scene.host, project);
    const work = await findWork(scene.host, place, turns, paths ?? []);
    return planTakeBack(scene, place, { ...work, paths: paths ?? [], list: list_hunks, offset });
  },
});

export const rewindPlan = defineTool({
  name: "unf_rewind_plan",
  description:
    "Says what going back to just before one of your own prompts would change: takes back that turn of yours and all that followed it. What others wrote stays. Files only: the conversation stays as it is. Changes nothing. Its plan is what unf_restore_apply takes.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  isRestore: true,
  input: z.strictObject({
    project: given.project,
    before: given.turn.describe(
      "The turn that is taken back first, such as t-12, or as you call its prompt",
    ),
    paths: given.paths.describe("Only what was done to these files and directories"),
    offset: given.offset,
  }),
  run: async (scene, { project, before, paths = [], offset }) => {
    const place = await findPlace(scene.host, project);
    const all = await readBackTo(await openOwnTurns(scene.host, place), [before]);
    const turns = all.filter(({ files }) => files.length > 0);
    if (turns.length === 0)
      throw new ToolFailure("not_found", `you changed no file from ${all.at(-1)?.id} on`);
    if (turns.length > turnsMax)
      throw new ToolFailure(
        "refused",
        `${turns.length} turns are too many for one plan`,
        "go back in parts",
      );
    return planTakeBack(scene, place, { turns: turns.map(numberOf), paths, offset });
  },
});

interface Work {
  readonly turns: readonly (number | string)[];
  readonly isOfOthers?: boolean;
}

/** Turns by their numbers. Throws `refused` for what is not the agent's own, unless a person allowed it. */
async function findWork(
  host: Host,
  place: Place,
  words: readonly string[] | undefined,
  paths: readonly string[],
): Promise<Work> {
  if (words === undefined) return { turns: [numberOf(await lastThatStands(host, place, paths))] };
  try {
    const all = await readBackTo(await openOwnTurns(host, place), words);
    // The newest that is called so, as it was found.
    const turns = words.flatMap((word) => all.find((turn) => isCalled(turn, word)) ?? []);
    return { turns: turns.map(numberOf) };
  } catch (thrown) {
    const isRefused = thrown instanceof ToolFailure && thrown.code === "refused";
    if (!isRefused || !(await host.mayReachOthers())) throw thrown;
    const named = words.map((word) => /^(?:t-)?(\d+)$/i.exec(word)?.[1]);
    const turns = named.map((number, at) =>
      number === undefined ? (words[at] ?? "") : Number(number),
    );
    return { turns, isOfOthers: true };
  }
}

async function lastThatStands(host: Host, place: Place, paths: readonly string[]): Promise<Turn> {
  const within = paths.map((path) => place.locate(path));
  const isMeant = (path: string) =>
    within.length === 0 ||
    within.some((one) => one === "" || path === one || path.startsWith(`${one}/`));
  for await (const turn of await openOwnTurns(host, place)) {
    const touched = turn.files.some(
      (file) => isMeant(file.path) || ("renamed_from" in file && isMeant(file.renamed_from ?? "")),
    );
    if (touched && turn.taken_back?.whole !== true) return turn;
  }
  throw new ToolFailure("not_found", "nothing of yours is left there that could be taken back");
}

interface Wish extends Work {
  readonly paths: readonly string[];
  readonly list?: boolean;
  readonly offset: number;
}

async function planTakeBack(
  { host, plans }: Scene,
  place: Place,
  { turns, isOfOthers = false, paths, list = false, offset }: Wish,
) {
  const { root } = place;
  const which = { kind: "turns", turns, paths: paths.map((path) => wordOf(place, path)) } as const;
  const asked = list ? ({ ...which, hunks: "list" } as const) : which;
  const named = turns.map((turn) => (typeof turn === "number" ? `t-${turn}` : turn));
  const said = ["oops", ...named, ...paths.map((path) => place.locate(path) || ".")];
  const { value, warned } = await planOrder(host, "oops", root, asked);
  plans.keep(value.plan, { name: "oops", root, asked, said, isOfOthers });
  const rows = list
    ? { key: "hunks", ...takePage(listNumbered(value.hunks ?? []), offset) }
    : { key: "actions", ...takePage(value.actions.map(inversionOf), offset) };
  return { ...takenBackOf(value), [rows.key]: rows.rows, ...warned, next: rows.next };
}

interface SomeHunks {
  /** The plan that listed them. */
  readonly seen: string;
  readonly numbers: readonly number[];
  readonly offset: number;
}

/** Plans some hunks of a plan that was shown here: of the very turns and paths that it is about. */
async function planHunks({ host, plans }: Scene, { seen, numbers, offset }: SomeHunks) {
  const shown = plans.find(seen);
  if (shown?.name !== "oops" || shown.asked.hunks !== "list")
    throw new ToolFailure("conflict", `${seen} listed no hunks here, or was applied`, "list_hunks");
  const asked = { ...shown.asked, hunks: { plan: seen, numbers } };
  const said = [...shown.said, "--hunks", numbers.join(",")];
  const { value, warned } = await planOrder(host, "oops", shown.root, asked);
  plans.keep(value.plan, { ...shown, asked, said });
  const { rows, next } = takePage(value.actions.map(inversionOf), offset);
  return { ...takenBackOf(value), actions: rows, ...warned, next };
}

/** The fields of what is taken back that an agent is told, without its actions. */
export function takenBackOf(value: Orders["oops"]["outcome"]) {
  const { root, plan, scopes, operation, summary } = value;
  const turns = scopes.flatMap((one) => ("turn" in one ? [one.turn] : []));
  // As many as fit: files of which nobody is sure stay, and are few.
  const doubtful = takePage(value.doubtful.map(({ path }) => path).slice(0, 50), 0).rows;
  return {
    ...{ root, plan, turns, operation, summary },
    ...(doubtful.length === 0
      ? {}
      : { doubtful, doubtful_why: "may be of somebody else or another turn: left alone" }),
  };
}

/** A file of an undo or of what is taken back: `why` says of one that stays why it does. */
export function inversionOf(outcome: Orders["undo"]["outcome"]["actions"][number]) {
  return pick(outcome, ["path", "action", "merged", "from", "to", "why", "rescued"]);
}
