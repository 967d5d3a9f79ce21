import { existsSync, mkdirSync } from "node:fs";
import { readRows } from "../../attribution/read-rows.ts";
import { doerOf, judgeActs } from "../judge.ts";
import { type SceneResult, same } from "../result.ts";
import { runPrompt } from "../run-agent.ts";
import { type Installed, setStage, settle } from "../stage.ts";
import { sessionsOf } from "../told.ts";

const acts = [
  { name: "a sub-agent's tool", leaves: { "work/child.txt": "of the child\n" } },
  { name: "a sub-agent's shell", leaves: { "work/shell.txt": "of its shell\n" } },
  { name: "the agent after it", leaves: { "work/parent.txt": "of the parent\n" } },
];

const waitForIt = "for i in $(seq 100); do test -f work/shell.txt && break; sleep 0.2; done";

/** A sub-agent works, and then the agent that sent it: one turn, which `oops` takes back whole. */
export async function playDelegated(one: Installed): Promise<SceneResult | undefined> {
  const delegate = { use: "delegate", prompt: "play:child" } as const;
  await using stage = await setStage([one], (at) => mkdirSync(at("work")));
  const { agent } = one;
  if (agent.call(delegate, stage.place) === undefined) return undefined;
  stage.script([
    {
      agent,
      name: "parent",
      // Some agents go on while the sub-agent works.
      steps: [
        [delegate],
        [{ use: "shell", command: waitForIt }],
        [{ use: "write", path: "work/parent.txt", text: "of the parent\n" }],
      ],
    },
    {
      agent,
      name: "child",
      steps: [
        [{ use: "write", path: "work/child.txt", text: "of the child\n" }],
        [{ use: "shell", command: "echo of its shell > work/shell.txt" }],
      ],
    },
  ]);
  await runPrompt(stage, one, { text: "play:parent" });
  await settle(stage);
  const rows = readRows(stage.story.home);
  const sessions = await sessionsOf(stage);
  const session = sessions[0]?.agent_session ?? "";
  const verdicts = judgeActs(rows, acts, doerOf(agent, session, "parent"));
  await stage.story.tryUnf(["oops", "--yes"]);
  const left = acts.flatMap(({ leaves }) => Object.keys(leaves));
  return {
    acts: verdicts,
    person: [],
    checks: [
      same("one session", sessions.length, 1),
      same(
        "oops takes all of it back",
        left.filter((path) => existsSync(stage.story.at(path))),
        [],
      ),
    ],
    hooks: stage.tap.calls().map(({ ms }) => ms),
  };
}
