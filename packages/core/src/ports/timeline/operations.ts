import type { BlobId, WallMs } from "../../base/brand.ts";
import type { Journal, JournalStep, Operation, OperationState } from "../../timeline/operation.ts";

/** Reads what unf itself did to the disk, and the journals of it. */
export interface OperationReader {
  /** Newest first; with `before`, only operations older than that one. */
  operations(limit: number, before?: number): Operation[];
  operation(id: number): Operation | undefined;
  /** The steps of an operation, in the order of its plan; from that index on, at most so many. */
  steps(operation: number, from?: number, limit?: number): JournalStep[];
  /** Of each operation that has any the steps that are kept, oldest first. */
  journals(): Journal[];
  /** Operations that are neither finished nor given up, oldest first: a crash left them. */
  unfinishedOperations(): Operation[];
}

/** Keeps the journals, by which an operation that was cut off is recovered. */
export interface OperationWriter {
  /** Writes the journal of an operation, in state `staging`, with all these steps or none. */
  startOperation(
    operation: Pick<Operation, "kind" | "startedAt" | "argv" | "before" | "plan" | "inverts">,
    steps: readonly Omit<JournalStep, "failure">[],
  ): number;
  /** Adds more steps to one that is staged, behind those it has: all of them or none. */
  addSteps(id: number, steps: readonly Omit<JournalStep, "failure">[]): void;
  /**
   * The one point from which the operation counts as decided: `staging` becomes `committed`. `copies`:
   * what the copies in its rescue directory hold, by the index of the step.
   */
  commitOperation(id: number, copies?: ReadonlyMap<number, BlobId>): void;
  /** `failures`: steps by their index that were not carried out, each with why. */
  finishOperation(
    id: number,
    end: {
      readonly at: WallMs;
      readonly state: Extract<OperationState, "done" | "partial" | "abandoned">;
      readonly failures?: ReadonlyMap<number, string>;
    },
  ): void;
  /**
   * Deletes steps of an operation that is finished, at most 1,000 at a time, from the first call on all of
   * them as far as anybody can see. Steps.
   */
  dropJournal(operation: number): number;
}
