/** The steps that are kept of an operation: what an undo or a redo needs. */
export interface Journal {
  readonly operation: number;
  readonly steps: number;
  /** Some of what it replaced is kept by nothing but its rescue. */
  readonly hasRescues: boolean;
  /** It has begun to go: no step counts any more. */
  readonly isCut: boolean;
}
