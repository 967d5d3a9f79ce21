/**
 * Options of Node and V8 that keep the sentinel small: it runs some thousand lines a minute, for which
 * compiling them costs more than it saves. The warning is that of `node:sqlite` on Node 22.
 */
export const sentinelOptions = [
  "--jitless",
  "--max-semi-space-size=1",
  "--max-old-space-size=64",
  "--disable-warning=ExperimentalWarning",
] as const;
