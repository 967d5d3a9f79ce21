/** The file in which a timeline lies. */
export interface TimelineFile {
  /**
   * Gives free pages back, some at a time, and then empties the write-ahead log into the file, so that
   * no deleted bytes are left in either. `busy` while somebody reads an older state.
   */
  compact(): "more" | "busy" | "done";
  /**
   * False when another file, or none, stands where the one that is open was opened: what would be
   * written now nobody would find.
   */
  isInPlace(): boolean;
  /** Lets go of the file and of all that was believed about it; the next call opens it afresh. */
  reopen(): void;
  /**
   * Sets down what lets listings be quick, as far as it is missing: some at each call, in some 20 ms; true
   * while more of it is missing.
   */
  outline(): boolean;
  /** Gives unused memory and pages back; called when a project falls idle. */
  relax(): void;
}
