import type { Asker } from "@unf/answers";
import { type AbsPath, invariant } from "@unf/core/base";
import type { World } from "../world/world.ts";
import { type AskingRun, openAsker } from "./asker.ts";

/** Closes what an answer was read from as soon as it is there. */
export async function askOnce<T>(
  run: Omit<AskingRun, "own">,
  ask: (asker: Asker) => Promise<T>,
): Promise<T> {
  const owned: Disposable[] = [];
  const own = <R extends Disposable>(resource: R): R => {
    owned.unshift(resource);
    return resource;
  };
  try {
    return await ask(openAsker({ ...run, own }));
  } finally {
    for (const resource of owned) resource[Symbol.dispose]();
  }
}

/**
 * The world of whoever asks over a protocol: nobody sits at a terminal, what is said beside an answer
 * is kept, and stdout is the protocol's own.
 */
export function quietWorld(
  world: World,
  servesAgent: boolean,
): { readonly world: World; said(): string } {
  const kept: Uint8Array[] = [];
  const own: World = {
    ...world,
    servesAgent,
    facts: {
      env: world.env,
      isStdinTty: false,
      isStdoutTty: false,
      isStderrTty: false,
      columns: undefined,
    },
    stdout: { write: () => invariant(false, "an answer to a protocol was printed") },
    stderr: { write: (content) => void kept.push(Buffer.from(content)) },
    // Paths are absolute in every line; the directory may be deleted meanwhile.
    cwd: () => "/" as AbsPath,
    readInput: () => new Uint8Array(),
    ask: () => undefined,
    setVariables: () => undefined,
  };
  return { world: own, said: () => Buffer.concat(kept).toString("utf8") };
}
