import { planLackingEvidence } from "@unf/core/attribution";
import type { WallMs } from "@unf/core/base";
import type { PayloadCounts } from "@unf/core/sessions";
import { formatUtc } from "@unf/core/time";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { partsAnswer } from "./hook-parts.ts";
import { areThere, type HookFacts, hookTroubles, showPlain } from "./hook-troubles.ts";
import { readLastHeard } from "./last-heard.ts";
import { isOnPath } from "./on-path.ts";
import type { HookAgentAnswer, HookStatusAnswer } from "./shape.ts";
import type { HookState } from "./state.ts";

/** Facts about hooks beside the settings. */
export interface HookPorts {
  /** The variable PATH. */
  readonly path: string | undefined;
  /** A file is there. */
  exists(path: string): boolean;
  /** Counts the payloads that hooks of an agent did not get of late, or got late. */
  readPayloadCounts(): Promise<(agent: string) => PayloadCounts>;
}

/** How it stands with the hooks of agents. */
export interface HookStatus {
  readonly states: readonly HookState[];
  /** When each was last heard of; one that never was is not in it. */
  readonly heard: ReadonlyMap<string, WallMs>;
  readonly counts: (agent: string) => PayloadCounts;
  readonly facts: Omit<HookFacts, "show">;
  /** Evidence of authors that the system does not give. */
  readonly lacking: ReturnType<typeof planLackingEvidence>;
}

/** Reads what was heard of the agents, and warns where hooks say nothing. `states`: of each, as its settings say. */
export async function readHookStatus(
  asker: Asker,
  states: readonly HookState[],
  ports: HookPorts,
): Promise<HookStatus> {
  const { reader, wiring } = await asker.openHome();
  const heard = readLastHeard(
    reader,
    states.map(({ target }) => target.settings.agent),
  );
  const counts = await ports.readPayloadCounts();
  const facts = { place: ports, isOnPath: isOnPath(await asker.fileSystem(), ports.path) };
  const isNamed = states.some((state) => areThere(state) && state.programs.includes(undefined));
  if (isNamed && !facts.isOnPath)
    asker.warn("no program `unf` is on your PATH: the hooks say nothing · npm install -g unf");
  const lacking = planLackingEvidence(await wiring.readProcessSight());
  const hasHooks = states.some(areThere);
  for (const { evidence, why, follows } of lacking)
    if (hasHooks || evidence === "hookless") asker.warn(`${why}: ${follows}`);
  return { states, heard, counts, facts, lacking };
}

/** An agent that can be told of by nothing but the command that starts it. */
export const hooklessAgents = [
  {
    agent: "aider",
    lacks: ["no hooks, no MCP, no commands of others: unf exec --agent aider -- aider"],
  },
] as const;

/** `isAll`: no agents were named. */
export function hookStatusAnswer(status: HookStatus, isAll: boolean): HookStatusAnswer {
  return {
    action: "status",
    agents: status.states.map((state) => agentAnswer(state, status)),
    hookless: (isAll ? hooklessAgents : []).map(({ agent, lacks }) => ({
      agent,
      lacks: [...lacks],
    })),
    lacking: status.lacking.map(({ evidence, why, follows }) => ({ evidence, why, follows })),
  };
}

function agentAnswer(state: HookState, { heard, counts, facts }: HookStatus): HookAgentAnswer {
  const { target, offBy, why, programs, isTrusted } = state;
  const { agent, events } = target.settings;
  const heardAt = heard.get(agent);
  const { lost, late, lastLost, lateMsMax } = counts(agent);
  return {
    agent,
    state: words[state.state],
    ...pathFields("file", target.file),
    events: [...events],
    disabled_by: offBy === undefined ? null : { ...pathFields("file", offBy.file), key: offBy.key },
    trusted: isTrusted ?? null,
    starts: programs.map((one) => one?.program ?? "unf"),
    parts: partsAnswer(state),
    lacks: state.state === "absent" ? [] : [...target.settings.lacks],
    troubles: [...hookTroubles(state, { ...facts, show: showPlain })],
    why: why ?? null,
    last_heard_at: heardAt === undefined ? null : formatUtc(heardAt),
    payloads: {
      lost,
      last_lost_at: lastLost === undefined ? null : formatUtc(lastLost.at),
      last_lost_why: lastLost?.why ?? null,
      late,
      late_ms_max: lateMsMax,
    },
  };
}

const words: Readonly<Record<HookState["state"], HookAgentAnswer["state"]>> = {
  installed: "installed",
  partly: "partly",
  disabled: "disabled",
  not: "not_installed",
  absent: "not_found",
  unreadable: "unreadable",
};
