import { type AbsPath, pathFromColumn } from "@unf/core/base";
import type { SessionReader } from "@unf/core/ports";
import { type HeldSession, readLineage } from "@unf/core/sessions";
import type { World } from "../frame/world/world.ts";

/** Variables by which whoever starts a program names the session that it belongs to. */
const variables = ["UNF_SESSION", "CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID"] as const;

/**
 * The sessions in the project that this process works for: those that were told of by a process above it.
 * Where none was, the session that the environment names: an agent cannot change that of a server that
 * runs. An argument of a call counts for nothing here, for anybody can write one. Then those that they
 * were forked from: their conversation holds those turns, too.
 */
export async function readOwnSessions(
  world: World,
  root: AbsPath,
): Promise<readonly HeldSession[]> {
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  const told = await readTold(world, root);
  using reader = wiring.openHomeReader(home);
  const entry = reader.projects().find((one) => one.root === root);
  if (entry === undefined) return [];
  using opened = reader.open(entry);
  const { timeline } = opened;
  return readLineage(timeline, told.length > 0 ? told : readNamed(world, timeline));
}

async function readTold(world: World, root: AbsPath): Promise<readonly string[]> {
  const wiring = await world.wiring();
  const { daemon } = await wiring.inspectRunning(wiring.homeDirectory(world.env));
  const project = daemon?.projects.find((one) => pathFromColumn(one.root) === (root as string));
  // The nearest first: an agent that another one started is not that other one.
  for (const { pid, startTicks } of await world.processesAbove()) {
    const told = (project?.sessions ?? []).filter(({ processes }) =>
      processes.some((one) => one.pid === pid && one.started === startTicks),
    );
    if (told.length > 0) return told.map(({ id }) => id);
  }
  return [];
}

function readNamed({ env }: World, timeline: Pick<SessionReader, "session">): readonly string[] {
  for (const name of variables) {
    const word = env[name];
    const found = word === undefined || word === "" ? undefined : timeline.session(word);
    if (found !== undefined) return [found.id];
  }
  return [];
}
