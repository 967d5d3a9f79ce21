import type { AbsPath } from "@unf/core/base";
import type { World } from "../frame/world/world.ts";
import { openProcessWorld } from "../process-world.ts";
import { run } from "../run.ts";

/** A place where a person stands: a directory, and the variables of a shell there. */
export interface Place {
  readonly env: World["env"];
  readonly directory: AbsPath;
}

/** Carries a command line out in this process: starting one takes longer than what most of them do. */
export async function runHere(words: readonly string[], place: Place) {
  const printed = { stdout: "", stderr: "" };
  const keep = (stream: keyof typeof printed) => ({
    write: (content: string | Uint8Array) => {
      printed[stream] += Buffer.from(content).toString("utf8");
    },
  });
  const world = worldOf(place, { stdout: keep("stdout"), stderr: keep("stderr") });
  return { code: await run(words, world), ...printed };
}

/** The real world of this process, but for its place and its streams. */
export function worldOf(
  { env, directory }: Place,
  streams: Pick<World, "stdout" | "stderr">,
): World {
  return {
    ...openProcessWorld(),
    ...{ env, ...streams, cwd: () => directory },
    facts: { env, isStdinTty: false, isStdoutTty: false, isStderrTty: false, columns: undefined },
    readInput: () => new Uint8Array(),
    ask: () => undefined,
    setVariables: () => undefined,
  };
}
