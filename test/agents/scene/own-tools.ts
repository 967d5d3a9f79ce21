import { mkdirSync, readFileSync } from "node:fs";
import { readRows } from "../../attribution/read-rows.ts";
import { doerOf, judgeActs } from "../judge.ts";
import { holds, type SceneResult } from "../result.ts";
import { runPrompt } from "../run-agent.ts";
import { type Installed, setStage, settle } from "../stage.ts";
import { sessionsOf } from "../told.ts";

const act = { name: "after a tool of unf", leaves: { "work/after.txt": "after it\n" } };

/** The agent asks unf by its tools (MCP), and gets an answer. */
export async function playOwnTools(one: Installed): Promise<SceneResult | undefined> {
  await using stage = await setStage([one], (at) => mkdirSync(at("work")));
  const { agent } = one;
  const ask = { use: "unf", tool: "unf_status" } as const;
  if (agent.call(ask, stage.place) === undefined) return undefined;
  stage.script([
    {
      agent,
      name: "own-tools",
      // Some agents connect the tools while they work already.
      steps: [
        [{ use: "shell", command: "sleep 5" }],
        [ask],
        [{ use: "write", path: "work/after.txt", text: "after it\n" }],
      ],
    },
  ]);
  await runPrompt(stage, one, { text: "play:own-tools" });
  await settle(stage);
  const rows = readRows(stage.story.home);
  const session = (await sessionsOf(stage))[0]?.agent_session ?? "";
  const asked = readFileSync(stage.network.log, "utf8");
  return {
    acts: judgeActs(rows, [act], doerOf(agent, session, "own-tools")),
    person: [],
    checks: [holds("unf answers by MCP", /recording/.test(asked), "no answer reached the model")],
    hooks: stage.tap.calls().map(({ ms }) => ms),
  };
}
