import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import {
  type Asker,
  answerQuestion,
  carryOutOrder,
  commandOf,
  planOrder,
  projectName,
  readRecording,
} from "@unf/answers";
import { UnfError, version } from "@unf/core/base";
import type { ChangedProject, UiHost } from "@unf/ui";
import type { World } from "../frame/world/world.ts";
import type { answerApart } from "./answer-apart.ts";
import { isHeavy } from "./heavy.ts";
import { answerPage, withHooks } from "./page-asker.ts";

/** This program as the page in the browser uses it. `apart`: answers what takes long, if it is given. */
export function openUiHost(world: World, apart?: typeof answerApart): UiHost {
  let isAgents: string | undefined;
  return {
    version,
    now: () => world.now(),
    randomKey: () => randomBytes(32).toString("base64url"),
    answer: async (name, project, asked, signal) =>
      (isHeavy(name) ? await apart?.({ name, project, asked }, signal) : undefined) ??
      answerPage(world, project, (asker) =>
        answerQuestion(withMore(asker, { world, signal }), name, asked),
      ),
    plan: (name, project, asked) =>
      answerPage(world, project, (asker) => planOrder(asker, name, asked)),
    carryOut: (name, project, asked, plan) =>
      answerPage(world, project, (asker) =>
        carryOutOrder(asker, name, asked, { plan, argv: ["ui", commandOf(name, asked)] }),
      ),
    follow: (signal) => followProjects(world, signal),
    recording: (project) => answerPage(world, project, readRecording),
    isOfAnotherUser: async (ports) => (await import("@unf/system")).isOfAnotherUser(ports),
    every: world.every,
    giveBackMemory: async () => (await import("@unf/system")).giveBackMemory(),
    whyReadOnly: async () => {
      // It stays so when the agent has gone.
      isAgents ??= await readAgent(world);
      return isAgents;
    },
    warn: (text) => world.stderr.write(`unf: warning: ${text}\n`),
  };
}

/** Says that an agent may be the one who looks. */
async function readAgent(world: World): Promise<string | undefined> {
  if (world.servesAgent) return "an agent asks for it";
  const { findAgent } = await import("@unf/agents");
  const sign = findAgent(world.env, await world.processesAbove());
  return sign === undefined ? undefined : "unf ui was started by an agent";
}

/** The projects of the rows that the daemon tells of. Throws `daemon_unavailable`. */
async function* followProjects(world: World, signal: AbortSignal): AsyncGenerator<ChangedProject> {
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  let ids = new Map<string, string>();
  for await (const { root, id } of wiring.follow(home, undefined, signal)) {
    if (!ids.has(root)) {
      using reader = wiring.openHomeReader(home);
      ids = new Map(reader.projects().map((one) => [one.root, projectName(one.id)]));
    }
    const project = ids.get(root);
    if (project !== undefined) yield { id: project, root, version: `v${id}` };
  }
}

/** The asker of a page: long answers let others work, and end where nobody waits for them. */
function withMore(
  asker: Asker,
  { world, signal }: { readonly world: World; readonly signal: AbortSignal | undefined },
): Asker {
  let takenAt = performance.now();
  const listen = () => {
    if (signal?.aborted === true)
      throw new UnfError("interrupted", "nobody waits for the answer any more");
  };
  return {
    ...withHooks(asker, world),
    breathe: async () => {
      listen();
      // Asked for each row: a turn of the event loop takes longer than many of them.
      if (performance.now() - takenAt < turnMs) return;
      await setImmediate();
      takenAt = performance.now();
      listen();
    },
  };
}

/** So long an answer is worked on before others have a turn. Unit: ms. */
const turnMs = 4;
