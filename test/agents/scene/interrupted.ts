import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { readRows } from "../../attribution/read-rows.ts";
import { leftovers, until } from "../../kit/index.ts";
import { AgentAtTerminal } from "../at-terminal.ts";
import { startPerson } from "../beside.ts";
import { doerOf, judgeActs, judgePerson } from "../judge.ts";
import { type Check, holds, type SceneResult } from "../result.ts";
import { startPrompt } from "../run-agent.ts";
import { type Installed, type Stage, setStage, settle } from "../stage.ts";
import { sessionsOf, turnsOf } from "../told.ts";

const saves = 16;
const command = "sh slow.sh";
const act = { name: "before the end", leaves: { "work/agent.txt": "of the agent\n" } };

/** Esc while a command runs: what a person saves then is theirs, and `oops` leaves it. */
export async function playEscape(one: Installed): Promise<SceneResult | undefined> {
  if (one.agent.terminal === undefined) return undefined;
  await using stage = await setSlowStage(one, "escape");
  await using agent = new AgentAtTerminal(stage, one);
  await agent.ready();
  await agent.prompt("play:escape");
  await agent.until("the command has written", hasWritten(stage));
  await stage.story.flush();
  await agent.interrupt();
  const { goesOn } = one.agent.terminal;
  await agent.until("it was interrupted", () =>
    goesOn === undefined ? !isRunning(stage) : agent.hasShown(goesOn),
  );
  return await tell(stage, one, "escape", []);
}

/** `kill -9` of the agent while a command runs. */
export async function playKilled(one: Installed): Promise<SceneResult> {
  await using stage = await setSlowStage(one, "killed");
  const { child, ended } = startPrompt(stage, one, { text: "play:killed" });
  await until("the command has written", hasWritten(stage), { limitMs: 120_000 });
  await stage.story.flush();
  for (const pid of ownProcesses(child.pid ?? 0, one.program)) process.kill(pid, "SIGKILL");
  await ended;
  const closed = async () => (await turnsOf(stage))[0]?.ended_by ?? undefined;
  const turn = await until("the turn has ended", closed, { limitMs: 30_000 }).catch(() => "not");
  const session = (await sessionsOf(stage))[0];
  return await tell(stage, one, "killed", [
    holds("its turn has ended", turn !== "not", "it is open"),
    holds("its session has ended", session?.ended !== null, JSON.stringify(session)),
  ]);
}

/** The agent's process, and what it may have started to run in its place, as Gemini does. */
function ownProcesses(pid: number, program: string): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
  const started = children.filter(Boolean).map(Number);
  const runsProgram = (one: number): boolean =>
    readFileSync(`/proc/${one}/cmdline`, "utf8").split("\0").includes(program);
  return [pid, ...started.filter(runsProgram)];
}

function setSlowStage(one: Installed, name: string): Promise<Stage> {
  return setStage([one], (at) => {
    mkdirSync(at("work"));
    writeFileSync(at("slow.sh"), "sleep 1\necho of the agent > work/agent.txt\nsleep 300\n");
  }).then((stage) => {
    stage.script([{ agent: one.agent, name, steps: [[{ use: "shell", command }]] }]);
    return stage;
  });
}

function hasWritten({ story }: Stage): () => boolean {
  return () => existsSync(story.at("work/agent.txt"));
}

function isRunning({ story }: Stage): boolean {
  return leftovers(story.home.root).some(({ command: line }) => line.endsWith(command));
}

async function tell(
  stage: Stage,
  { agent }: Installed,
  name: string,
  checks: readonly Check[],
): Promise<SceneResult> {
  {
    await using person = startPerson(stage);
    await person.saves(saves);
  }
  await settle(stage);
  const rows = readRows(stage.story.home);
  const session = (await sessionsOf(stage))[0]?.agent_session ?? "";
  const acts = judgeActs(rows, [act], doerOf(agent, session, name));
  await stage.story.tryUnf(["oops", "--yes"]);
  const left = ["work/agent.txt", "person/letter.txt", "person/poem.txt"];
  const there = left.filter((path) => existsSync(stage.story.at(path)));
  return {
    acts,
    person: [judgePerson(rows, "person")],
    checks: [
      ...checks,
      holds("oops takes back the agent's file", !there.includes("work/agent.txt"), "it stands"),
      holds("oops leaves the person's", there.length >= 2, there.join(" ")),
    ],
    hooks: stage.tap.calls().map(({ ms }) => ms),
  };
}
