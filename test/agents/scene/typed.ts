import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { readRows } from "../../attribution/read-rows.ts";
import { until } from "../../kit/index.ts";
import { AgentAtTerminal } from "../at-terminal.ts";
import { judgeActs } from "../judge.ts";
import type { SceneResult } from "../result.ts";
import { type Installed, setStage, settle } from "../stage.ts";
import { sessionsOf, turnsOf } from "../told.ts";

const first = { name: "after the second was typed", leaves: { "work/late.txt": "late\n" } };
const second = { name: "of the second", leaves: { "work/second.txt": "second\n" } };

/**
 * A prompt is typed while a command of the one before runs. Some agents answer it within the turn that
 * goes on, others in one of its own: either is right for what it asks for.
 */
export async function playTyped(one: Installed): Promise<SceneResult | undefined> {
  if (one.agent.terminal === undefined) return undefined;
  await using stage = await setStage([one], (at) => {
    mkdirSync(at("work"));
    writeFileSync(at("wait.sh"), "echo > work/begun\nsleep 6\necho late > work/late.txt\n");
  });
  const { agent } = one;
  stage.script([
    { agent, name: "typed-one", steps: [[{ use: "shell", command: "sh wait.sh" }]] },
    {
      agent,
      name: "typed-two",
      steps: [[{ use: "write", path: "work/second.txt", text: "second\n" }]],
    },
  ]);
  await using terminal = new AgentAtTerminal(stage, one);
  await terminal.ready();
  await terminal.prompt("play:typed-one");
  const isThere = (path: string) => () => existsSync(stage.story.at(path));
  await terminal.until("the command runs", isThere("work/begun"));
  await terminal.prompt("play:typed-two");
  await terminal.until("the second is carried out", isThere("work/second.txt"));
  const isOver = async () => (await turnsOf(stage)).every(({ ended_by }) => ended_by !== null);
  await until("every turn has ended", isOver);
  // Copilot lets the command go on in the background.
  await terminal.until("the command has ended", isThere("work/late.txt"));
  await settle(stage);
  const rows = readRows(stage.story.home);
  const session = (await sessionsOf(stage))[0]?.agent_session ?? "";
  return {
    acts: [
      ...judgeActs(rows, [first], { session, prompt: "play:typed-one" }),
      ...judgeActs(rows, [second], { session, prompt: "play:typed-" }),
    ],
    person: [],
    checks: [],
    hooks: stage.tap.calls().map(({ ms }) => ms),
  };
}
