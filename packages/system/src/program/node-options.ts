/**
 * Options of Node and V8 that keep the daemon small; measured in docs/decision/0005-memory.md. The
 * warning is that of `node:sqlite` on Node 22.
 */
export const daemonOptions = [
  "--max-semi-space-size=1",
  "--max-old-space-size=384",
  "--disable-warning=ExperimentalWarning",
];

/** Settings of glibc that do the same: memory that threads gave back is used again, and not kept. */
export const smallAllocator = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_TRIM_THRESHOLD_: "131072",
} as const;

/**
 * Options of Node and V8 that keep the sentinel small: it runs some thousand lines a minute, for which
 * compiling them costs more than it saves. The warning is that of `node:sqlite` on Node 22. `program`:
 * the file that Node runs.
 */
export function sentinelOptions(program: string): readonly string[] {
  // Node reads TypeScript by WebAssembly, which there is none of without compilers.
  const jitless = program.endsWith(".ts") ? [] : ["--jitless"];
  return [
    ...jitless,
    "--max-semi-space-size=1",
    "--max-old-space-size=64",
    "--disable-warning=ExperimentalWarning",
  ];
}
