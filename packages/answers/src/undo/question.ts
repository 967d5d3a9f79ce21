/** The operation to take back, or to do again. */
export interface InversionQuestion {
  readonly kind: "undo" | "redo";
  /** The operation, as a person writes it; the last one that can be without it. */
  readonly operation: string | undefined;
}
