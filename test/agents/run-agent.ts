import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Prompt } from "./agent/agent.ts";
import type { Installed, Stage } from "./stage.ts";

/** An agent at work without a terminal. */
export interface Running {
  readonly child: ChildProcess;
  /** Its output, once it has ended. */
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

const limitMs = 240_000;

/** Has the agent answer one prompt, and leaves it at work. */
export function startPrompt(stage: Stage, one: Installed, prompt: Prompt): Running {
  const { words, env } = stage.start(one, one.agent.headless(prompt, stage.place));
  const child = spawn(words[0] ?? "", words.slice(1), {
    cwd: stage.place.project,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => (said += bytes.toString("utf8")));
  const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
  // Processes that it leaves running may hold its output open.
  const ended = once(child, "exit").then(([code]) => {
    clearTimeout(limit);
    return { code: code as number | null, said };
  });
  return { child, ended };
}

/** Has the agent answer one prompt; throws with what it said when it failed. */
export async function runPrompt(stage: Stage, one: Installed, prompt: Prompt): Promise<Ended> {
  const ended = await startPrompt(stage, one, prompt).ended;
  if (ended.code !== 0) throw new Error(`${one.agent.name}: exit ${ended.code}\n${ended.said}`);
  return ended;
}
