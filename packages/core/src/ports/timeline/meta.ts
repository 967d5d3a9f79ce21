/** Values by keys that mean nothing to the timeline itself. */
export interface MetaReader {
  meta(key: string): string | undefined;
}

/** Sets such values. */
export interface MetaWriter {
  setMeta(key: string, value: string): void;
}
