/** A file of a plan or an outcome; which fields are there depends on the order. */
export interface PlannedFile {
  readonly path: string;
  readonly action: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly why?: string | undefined;
  readonly merged?: boolean | undefined;
  /** Lines that the order would bring and take; absent or null where nobody counted them. */
  readonly added?: number | null | undefined;
  readonly removed?: number | null | undefined;
}

export interface PlanGroup {
  readonly name: "refused" | "kept" | "merged" | "delete" | "write";
  readonly files: readonly PlannedFile[];
}

const order: readonly PlanGroup["name"][] = ["refused", "kept", "merged", "delete", "write"];

/** Files by their lot, what needs a decision first; groups without files are left out. */
export function groupPlan(files: readonly PlannedFile[]): PlanGroup[] {
  return order
    .map((name) => ({ name, files: files.filter((file) => lotOf(file) === name) }))
    .filter((group) => group.files.length > 0);
}

/** How many files an order would change: the rest stays as it is. */
export function countEffects(files: readonly PlannedFile[]): number {
  return files.filter((file) => !["refused", "kept"].includes(lotOf(file))).length;
}

function lotOf({ action, merged }: PlannedFile): PlanGroup["name"] {
  if (action === "refused") return "refused";
  if (action.startsWith("kept")) return "kept";
  if (merged === true) return "merged";
  return action === "delete" ? "delete" : "write";
}
