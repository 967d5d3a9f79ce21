import { countOf, escapeForDisplay } from "@unf/core/query";
import type { ScreenOrder } from "./orders.ts";

/** A file of a plan, or of what came of one. */
export interface PlannedFile {
  readonly path: string;
  readonly action: string;
  readonly why?: string | undefined;
  readonly merged?: true | undefined;
  readonly added?: number | null;
  readonly removed?: number | null;
}

/** A plan that is to be shown before it is carried out. */
export interface PlanValue {
  /** `undefined` where nothing of it depends on files. */
  readonly id: string | undefined;
  readonly files: readonly PlannedFile[];
  readonly warnings: readonly string[];
  /** The operation that it became, once it was carried out. */
  readonly operation: string | null;
}

/** The question over a plan. */
export function titleOfOrder(order: ScreenOrder): string {
  switch (order.name) {
    case "restore":
      return order.version === undefined ? "Restore" : `Restore ${order.version}`;
    case "oops":
      return `Take back ${order.turn === undefined ? "the last run of changes" : `what ${order.turn} did`}`;
    case "undo":
      if (order.kind === "redo") return "Redo what was undone";
      return `Undo ${order.operation ?? "the last operation"}`;
    case "bringBack":
      return "Bring a deleted file back";
    case "checkpoint":
      return `Set a checkpoint${order.label === undefined ? "" : ` ${escapeForDisplay(order.label)}`}`;
  }
}

/** True where carrying it out would change something. */
export function hasEffect({ files }: PlanValue): boolean {
  return files.some(({ action }) => isDone(action));
}

/** One line each: first what is kept or refused and why, then what is done. */
export function linesOfPlan({ files, warnings }: PlanValue): readonly string[] {
  const isKept = (one: PlannedFile): number => (isDone(one.action) ? 1 : 0);
  const sorted = files.toSorted((a, b) => isKept(a) - isKept(b));
  return [...warnings.map((text) => `! ${escapeForDisplay(text)}`), ...sorted.map(lineOf)];
}

/** `3 files written, 1 file kept`, or that there is nothing to do. */
export function summaryOfPlan({ files }: PlanValue, when: "done" | "to be done"): string {
  const isOver = when === "done";
  const count = (isCounted: (action: string) => boolean): number =>
    files.filter(({ action }) => isCounted(action)).length;
  const parts = [
    [count((action) => action === "write" || action === "chmod"), isOver ? "written" : "to write"],
    [count((action) => action === "delete"), isOver ? "deleted" : "to delete"],
    [count((action) => action.startsWith("kept")), "kept"],
    [count((action) => action === "refused"), "refused"],
  ] as const;
  const told = parts.filter(([number]) => number > 0);
  if (told.length === 0) return "nothing to do";
  return told.map(([number, word]) => `${countOf(number, "file")} ${word}`).join(", ");
}

function isDone(action: string): boolean {
  return action === "write" || action === "chmod" || action === "delete";
}

function lineOf({ path, action, why, merged, added, removed }: PlannedFile): string {
  const sign = isDone(action) ? (action === "delete" ? "-" : "+") : "!";
  const counts = [added ? ` +${added}` : "", removed ? ` -${removed}` : ""].join("");
  const remark = [
    action.replace("_", " "),
    merged === true ? "merged with newer changes" : "",
    why ?? "",
  ]
    .filter((text) => text !== "")
    .join(": ");
  return `${sign} ${escapeForDisplay(path)}${counts}  ${escapeForDisplay(remark)}`;
}
