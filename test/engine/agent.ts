import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AbsPath } from "@unf/core/base";
import type { AgentAct, AgentEvent } from "@unf/core/sessions";
import type { Reach } from "@unf/core/timeline";
import { FakeClock } from "../kit/fake-clock.ts";
import { until } from "../kit/until.ts";
import { Stage } from "./stage.ts";

/** An agent that tells of what it does at the very instant. */
export class Agent {
  readonly #stage: Stage;
  readonly #name: string;
  readonly #session: string;
  readonly #process: Pick<AgentEvent, "pid" | "started">;
  #calls = 0;

  /** `process`: number of its process, and when that was started, in ticks. */
  constructor(stage: Stage, name = "claude-code", session = "one", process?: number) {
    this.#process = process === undefined ? {} : { pid: process, started: process };
    this.#stage = stage;
    this.#name = name;
    this.#session = session;
  }

  /** `prompt`: the agent's own id of the prompt that it belongs to. */
  tell(what: AgentAct, at = this.#stage.clock.wall(), prompt?: string): Promise<boolean> {
    const event: AgentEvent = {
      agent: this.#name,
      session: this.#session,
      at,
      cwd: this.#stage.root as AbsPath,
      what,
      ...this.#process,
      ...(prompt === undefined ? {} : { prompt }),
    };
    return this.#stage.project.sessions.receive(event);
  }

  async use(reach: Reach, work: () => void | Promise<void>): Promise<void> {
    this.#calls += 1;
    const use = { call: `c${this.#calls}`, tool: "Edit", reach };
    await this.tell({ kind: "tool_start", use });
    await work();
    await this.tell({ kind: "tool_end", use });
  }
}

export function claim(stage: Stage, ...paths: readonly string[]): Reach {
  return { kind: "paths", paths: paths.map((path) => ({ path: stage.at(path) as AbsPath })) };
}

/** The clock of the engine goes with that of the disk, whose times say when a file was written. */
export function liveStage(): Stage {
  return new Stage({ clock: new FakeClock({ start: Date.now() }) });
}

export async function save(stage: Stage, path: string, text: string): Promise<void> {
  await tick(stage);
  stage.save(path, text);
  await tick(stage);
  await stage.clock.advance(0);
}

/** Lets the disk's clock go ahead of the engine's by so much. Unit: ms. */
export async function runAhead(stage: Stage, ms: number): Promise<void> {
  const probe = join(stage.directory, "clock");
  const until = stage.clock.wall() + ms;
  while (readDiskClock(probe) < until) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Lets the disk's clock and the engine's pass the slack between two acts. The disk's is asked, by a file of
 * its own: on a busy machine it goes behind the processor's by more than the slack.
 */
export async function tick(stage: Stage): Promise<void> {
  const probe = join(stage.directory, "clock");
  const end = Date.now() + 40;
  await until("the disk's clock has gone on", () => readDiskClock(probe) >= end, { everyMs: 5 });
  await stage.clock.advance(Math.max(0, Date.now() - stage.clock.wall()));
}

function readDiskClock(probe: string): number {
  writeFileSync(probe, "");
  return statSync(probe).mtimeMs;
}
