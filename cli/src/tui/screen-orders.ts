import { type Asker, carryOutOrder, type Orders, planOrder } from "@unf/answers";
import { type AbsPath, joinPath, type RelPath } from "@unf/core/base";
import { parseTurnWord } from "@unf/core/time";
import type { PlannedFile, PlanValue, ScreenOrder } from "@unf/view/screen";

/** A plan as the screen shows it. Changes nothing. */
export async function planScreenOrder(asker: Asker, order: ScreenOrder): Promise<PlanValue> {
  switch (order.name) {
    case "restore":
      return shown(await planOrder(asker, "restore", restoreOf(order)));
    case "oops":
      return shown(await planOrder(asker, "oops", oopsOf(order)));
    case "undo":
      return shown(await planOrder(asker, "undo", undoOf(order)));
    case "bringBack":
      return broughtBack(await planOrder(asker, "bringBack", bringBackOf(order)));
    case "checkpoint":
      await planOrder(asker, "checkpoint", checkpointOf(order));
      return bookmark;
  }
}

/** The plan that was shown, and the words that are kept with the operation. */
interface Terms {
  readonly plan: string | undefined;
  readonly argv: readonly string[];
}

/** Carries out exactly the plan that was shown; throws `conflict` where it is another by now. */
export async function carryOutScreenOrder(
  asker: Asker,
  order: ScreenOrder,
  terms: Terms,
): Promise<PlanValue & { readonly said?: string }> {
  switch (order.name) {
    case "restore":
      return shown(await carryOutOrder(asker, "restore", restoreOf(order), terms));
    case "oops":
      return shown(await carryOutOrder(asker, "oops", oopsOf(order), terms));
    case "undo":
      return shown(await carryOutOrder(asker, "undo", undoOf(order), terms));
    case "bringBack":
      return broughtBack(await carryOutOrder(asker, "bringBack", bringBackOf(order), terms));
    case "checkpoint": {
      const { name, created } = await carryOutOrder(asker, "checkpoint", checkpointOf(order), {
        argv: terms.argv,
      });
      return { ...bookmark, said: created ? `checkpoint ${name} is set` : `${name} says the same` };
    }
  }
}

type Of<N extends ScreenOrder["name"]> = Extract<ScreenOrder, { readonly name: N }>;

function restoreOf({
  root,
  paths,
  at,
  version,
  removes,
}: Of<"restore">): Orders["restore"]["asked"] {
  return {
    paths: paths.map((path) => joinPath(root as AbsPath, path as RelPath)),
    ...{ at, version, turn: undefined, session: undefined, include: [], exclude: [] },
    deletions: removes ? "remove" : "keep",
    overwrite: "if-changed",
  };
}

function oopsOf({ turn }: Of<"oops">): Orders["oops"]["asked"] {
  return turn === undefined ? { kind: "burst" } : { kind: "turns", turns: [parseTurnWord(turn)] };
}

const undoOf = ({ kind, operation }: Of<"undo">): Orders["undo"]["asked"] => ({ kind, operation });

function bringBackOf({ deletion }: Of<"bringBack">): Orders["bringBack"]["asked"] {
  return { paths: [], since: undefined, deletions: [deletion] };
}

function checkpointOf({ label }: Of<"checkpoint">): Orders["checkpoint"]["asked"] {
  return { label, message: undefined, payload: undefined, pinned: false };
}

/** A bookmark changes no file. */
const bookmark: PlanValue = { id: undefined, files: [], warnings: [], operation: null };

interface Planned {
  readonly plan: string;
  readonly actions: readonly PlannedFile[];
  readonly operation: string | null;
  readonly warnings?: readonly string[] | undefined;
  readonly doubtful?: readonly { readonly path: string }[];
}

function shown({ plan, actions, operation, warnings = [], doubtful = [] }: Planned): PlanValue {
  const left = doubtful.map(({ path }): PlannedFile => {
    return { path, action: "kept", why: "may be of somebody else's doing" };
  });
  return { id: plan, files: [...actions, ...left], warnings, operation };
}

/** Files that were deleted at one time are one restore. */
function broughtBack({ restores }: Orders["bringBack"]["plan"]): PlanValue {
  return {
    id: restores[0]?.plan,
    files: restores.flatMap(({ actions }) => actions),
    warnings: [],
    operation: restores[0]?.operation ?? null,
  };
}
