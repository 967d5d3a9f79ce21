/** What is left of what was to be forgotten. */
export interface ScanReport {
  readonly files: number;
  readonly bytes: number;
  /** Files of the home that still hold it, and contents that the store still gives. */
  readonly found: readonly string[];
  readonly unread: readonly string[];
}
