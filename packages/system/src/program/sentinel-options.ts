/** Options of Node and V8 that keep the sentinel small. The warning is that of `node:sqlite` on Node 22. */
export const sentinelOptions = [
  "--max-semi-space-size=1",
  "--max-old-space-size=64",
  "--disable-warning=ExperimentalWarning",
] as const;
