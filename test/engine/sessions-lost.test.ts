import assert from "node:assert/strict";
import { test } from "node:test";
import { StorageError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Timeline } from "@unf/core/ports";
import type { AgentAct } from "@unf/core/sessions";
import { FakeClock } from "../kit/fake-clock.ts";
import { Agent, claim } from "./agent.ts";
import { Stage } from "./stage.ts";

// Agents tell events while the timeline cannot be written.

const writes = [
  "openSession",
  "endSession",
  "openTurn",
  "nameTurn",
  "endTurn",
  "openToolCall",
  "endToolCall",
] as const;

/** Makes these writes fail while `fault` says so, before or after they took place. */
function breakWrites(timeline: Timeline, fault: () => "before" | "after" | undefined): void {
  for (const name of writes) {
    const write = timeline[name].bind(timeline) as (...args: unknown[]) => unknown;
    timeline[name] = (...args: unknown[]) => {
      const at = fault();
      const result = at === "before" ? undefined : write(...args);
      if (at !== undefined) throw new StorageError("failed", "planted: the disk fails");
      return result as never;
    };
  }
}

/** All that a session tells, a second between any two. */
function story(stage: Stage): readonly AgentAct[] {
  const use = { call: "c1", tool: "Edit", reach: claim(stage, "a.txt") };
  const shell = { call: null, tool: "Bash", reach: { kind: "shell", command: "make" } } as const;
  return [
    { kind: "prompt", text: "one" },
    { kind: "tool_start", use },
    { kind: "tool_end", use },
    { kind: "tool_start", use: shell },
    { kind: "tool_end", use: shell },
    { kind: "prompt", text: "two" },
    { kind: "stop" },
    { kind: "session_end" },
  ];
}

async function tellStory(stage: Stage): Promise<void> {
  const agent = new Agent(stage);
  for (const what of story(stage)) {
    await agent.tell(what);
    await pass(stage, 1);
  }
}

/** So many seconds, with the look that the daemon takes every second. */
async function pass(stage: Stage, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await stage.clock.advance(1000);
    await stage.project.tick();
  }
}

/** Everything that the timeline knows of agents. */
function told({ timeline, root }: Stage): unknown {
  const sessions = timeline.sessions({ limit: 9 });
  const calls = sessions.flatMap(({ id }) => timeline.toolCalls({ session: id }));
  const all = { sessions, turns: timeline.turns({ limit: 9 }), calls };
  return JSON.parse(JSON.stringify(all).replaceAll(root, "/root"));
}

const openStage = () => new Stage({ clock: new FakeClock({ start: Date.UTC(2026, 10, 20) }) });

async function tellWhole(): Promise<unknown> {
  await using stage = openStage();
  await stage.start();
  await tellStory(stage);
  return told(stage);
}

for (const at of ["before", "after"] as const) {
  test(`whichever write of what agents tell fails, ${at} it took place, nothing of it is lost or doubled`, async () => {
    const whole = await tellWhole();
    let isOver = false;
    for (let nth = 1; !isOver; nth += 1) {
      await using stage = openStage();
      await stage.start();
      let count = 0;
      breakWrites(stage.timeline, () => {
        count += 1;
        return count === nth ? at : undefined;
      });
      await tellStory(stage);
      isOver = count < nth;
      await pass(stage, 12);
      assert.deepEqual(told(stage), whole, `write ${nth} failed`);
    }
  });
}

test("what is told while the disk is full waits for it to have room, in order; too much of it is not begun", async () => {
  await using stage = openStage();
  await stage.start();
  let isFull = true;
  breakWrites(stage.timeline, () => (isFull ? "before" : undefined));
  await tellStory(stage);
  const agent = new Agent(stage, "codex", "long");
  let lost = 0;
  for (let nth = 0; nth < limits.sessions.owedMax; nth += 1) {
    const use = { call: `c${nth}`, tool: "Edit", reach: claim(stage, "b.txt") };
    const isHeard = await agent.tell({ kind: nth % 2 === 0 ? "tool_start" : "tool_end", use });
    if (!isHeard) lost += 1;
  }
  isFull = false;
  await pass(stage, 12);
  assert.deepEqual(
    stage.timeline.sessions({ limit: 9 }).map((one) => [one.agent, one.endedBy]),
    [
      ["codex", null],
      ["claude-code", "session_end"],
    ],
  );
  assert.ok(lost > 0 && lost < 20, `${lost} are lost`);
  assert.equal(stage.logged.filter((event) => event === "session.event_lost").length, lost);
});
