import type { AbsPath } from "@unf/core/base";

/** Throws when this process must not write any more. */
export type MayWrite = () => void;

interface Guard {
  readonly home: AbsPath;
  readonly mayWrite: MayWrite;
}

/** Of this process: in a home it either is the one that may write, or it is nobody. */
const guards = new Set<Guard>();

/**
 * From now on `mayWrite` is asked before everything that this process writes: in the home, and
 * wherever no other guarded home lies. For whoever holds the lock of the home, as long as it does.
 */
export function guardWrites(home: AbsPath, mayWrite: MayWrite): Disposable {
  const guard = { home, mayWrite };
  guards.add(guard);
  return { [Symbol.dispose]: () => void guards.delete(guard) };
}

/**
 * To be called before anything is written at `path`. Whoever uses the functions of `writes.ts` does
 * that without a thought; a test sees to it that nothing else writes.
 */
export function askToWrite(path: string): void {
  if (guards.size === 0) return;
  const own = [...guards].filter(({ home }) => path === home || path.startsWith(`${home}/`));
  for (const { mayWrite } of own.length === 0 ? guards : own) mayWrite();
}

/** The question as a value, for what cannot import this package. */
export function permitFor(path: AbsPath): MayWrite {
  return () => askToWrite(path);
}
