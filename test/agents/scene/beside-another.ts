import type { AgentName } from "@unf/agents";
import { readRows } from "../../attribution/read-rows.ts";
import { fourteenActs, layOut } from "../acts.ts";
import type { Agent } from "../agent/agent.ts";
import { doerOf, judgeActs } from "../judge.ts";
import type { SceneResult } from "../result.ts";
import { runPrompt } from "../run-agent.ts";
import { type Installed, setStage, settle } from "../stage.ts";
import { sessionsOf } from "../told.ts";

/** Two different agents work in one tree at the same time, fourteen acts each. */
export async function playBesideAnother(
  one: Installed,
  install: (other: Agent) => Installed,
  others: readonly Agent[],
): Promise<SceneResult | undefined> {
  const other = others.find(({ name }) => name !== one.agent.name);
  if (other === undefined) return undefined;
  const pair = [one, install(other)];
  await using stage = await setStage(pair, (at) => {
    for (const { agent } of pair) layOut(at, agent.name);
  });
  const parts = pair.map((installed) => {
    const dir: AgentName = installed.agent.name;
    return { installed, name: `beside-${dir}`, ...fourteenActs(dir) };
  });
  stage.script(parts.map(({ installed: { agent }, name, steps }) => ({ agent, name, steps })));
  await Promise.all(
    parts.map(({ installed, name }) => runPrompt(stage, installed, { text: `play:${name}` })),
  );
  await settle(stage);
  const rows = readRows(stage.story.home);
  const sessions = await sessionsOf(stage);
  const acts = parts.flatMap(({ installed: { agent }, name, acts }) => {
    const session = sessions.find((told) => told.agent === agent.name)?.agent_session ?? "";
    return judgeActs(rows, acts, doerOf(agent, session, name));
  });
  return { acts, person: [], checks: [], hooks: [] };
}
