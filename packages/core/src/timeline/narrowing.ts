import type { RelPath } from "../base/brand.ts";
import type { Snapshot } from "./snapshot.ts";

/** Rows at such paths, or renamed from there, and those of turns with such a label. */
export interface Among {
  readonly isPath: (path: RelPath) => boolean;
  /** Where two have the same, they judge every path alike; `undefined`: nobody asks for it again. */
  readonly key?: string;
  /** Directories outside of which no path is one of them; `undefined`: it may lie anywhere. */
  readonly directories?: readonly RelPath[] | undefined;
  readonly alike?: Alike | undefined;
  readonly isLabel?: (label: string) => boolean;
}

/**
 * Paths of which a filter says the same without a look at each: those in which no list of these texts
 * stands in its order.
 */
export interface Alike {
  readonly without: readonly (readonly string[])[];
  readonly isPath: boolean;
}

export function isAmong(
  row: Pick<Snapshot, "author" | "path" | "renamedFrom">,
  { isPath, isLabel = () => false }: Among,
  labelOf: (turn: number) => string | undefined,
): boolean {
  const { path, renamedFrom, author } = row;
  if (isPath(path) || (renamedFrom !== null && isPath(renamedFrom))) return true;
  const label = author.turn === null ? undefined : labelOf(author.turn);
  return label !== undefined && isLabel(label);
}

/** How a row came about: of an operation of unf, of the first look, of an agent's turn, or by another. */
export type Origin = "operation" | "baseline" | "turn" | "other";

export function originOf({
  operation,
  cause,
  author,
}: Pick<Snapshot, "author" | "cause" | "operation">): Origin {
  if (operation !== null) return "operation";
  if (cause === "baseline") return "baseline";
  return author.turn === null ? "other" : "turn";
}
