import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import {
  type Asker,
  answerQuestion,
  carryOutOrder,
  planOrder,
  projectName,
  readRecording,
} from "@unf/answers";
import { UnfError, version } from "@unf/core/base";
import type { Answered, ChangedProject, UiHost } from "@unf/ui";
import { noGlobals } from "../frame/argv/globals.ts";
import { askOnce, quietWorld } from "../frame/call/quietly.ts";
import { toFailure } from "../frame/failure/failure.ts";
import type { World } from "../frame/world/world.ts";

/** This program as the page in the browser uses it. */
export function openUiHost(world: World): UiHost {
  let isAgents: string | undefined;
  return {
    version,
    now: () => world.now(),
    randomKey: () => randomBytes(32).toString("base64url"),
    answer: (name, project, asked, signal) =>
      answerPage(world, project, (asker) =>
        answerQuestion(withMore(asker, { world, signal }), name, asked),
      ),
    plan: (name, project, asked) =>
      answerPage(world, project, (asker) => planOrder(asker, name, asked)),
    carryOut: (name, project, asked, plan) =>
      answerPage(world, project, (asker) =>
        carryOutOrder(asker, name, asked, { plan, argv: ["ui", name] }),
      ),
    follow: (signal) => followProjects(world, signal),
    recording: (project) => answerPage(world, project, readRecording),
    isOfAnotherUser: async (ports) => (await import("@unf/system")).isOfAnotherUser(ports),
    every: world.every,
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
  return {
    ...asker,
    checkHooks: async () => {
      const { checkHooks } = await import("../doctor/check-hooks.ts");
      return checkHooks({ asker, globals: noGlobals, world });
    },
    breathe: async () => {
      await setImmediate();
      if (signal?.aborted === true)
        throw new UnfError("interrupted", "nobody waits for the answer any more");
    },
  };
}

async function answerPage<T>(
  outer: World,
  project: string | undefined,
  answer: (asker: Asker) => Promise<T>,
): Promise<Answered<T>> {
  const { world } = quietWorld(outer, false);
  const ignore = () => undefined;
  try {
    const globals = { ...noGlobals, json: true, project };
    const run = { globals, world, note: ignore, warn: ignore, concerns: ignore };
    return { kind: "answered", value: await askOnce(run, answer) };
  } catch (thrown) {
    const { code, message, hint } = toFailure(thrown);
    return { kind: "failed", code, message, hint };
  }
}
