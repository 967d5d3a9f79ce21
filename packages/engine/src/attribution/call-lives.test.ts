import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentCall } from "@unf/core/attribution";
import type { AbsPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ProcessMark, ProcessTrees, TreeProcess } from "@unf/core/ports";
import { FakeClock } from "../../../../test/kit/fake-clock.ts";
import { CallLives } from "./call-lives.ts";
import { ToolCalls } from "./tool-calls.ts";

const { countedMs, lookEveryMs, lookEveryMsMax, seenMs, slackMs, soonMs } = limits.sessions.life;
const agent: ProcessMark = { pid: 100, startTicks: 1 };

/** One agent whose processes are what the test says. */
class Stage {
  readonly clock = new FakeClock({ start: 1_000_000 });
  readonly calls = new ToolCalls();
  below: TreeProcess[] = [];
  endings = 0;
  isAlive = true;
  looks = 0;
  readonly dormant: number[] = [];
  readonly gone: number[] = [];
  readonly lives: CallLives;

  constructor() {
    const trees: ProcessTrees = {
      isAlive: () => this.isAlive,
      read: () => {
        this.looks += 1;
        if (!this.isAlive) return undefined;
        const at = this.clock.wall();
        const times = { from: at, to: at, endingsBefore: this.endings, endingsAfter: this.endings };
        return { ...times, below: [...this.below], isSteady: true };
      },
    };
    this.lives = new CallLives({
      clock: this.clock,
      calls: this.calls,
      trees,
      agentOf: (session) => (session === "s-unknown" ? undefined : agent),
      agents: () => [agent],
      root: "/" as AbsPath,
      content: () => undefined,
      sizeOf: () => undefined,
      project: { barrier: async () => true, onFailure: assert.ifError },
      onLooked: () => undefined,
      onDormant: (since) => this.dormant.push(since),
      onGone: (lastSeen) => this.gone.push(lastSeen),
    });
  }

  begin(more: Partial<AgentCall> = {}): void {
    const about = { id: 1, agent: "codex", session: "s-1", turn: 1, agentCall: "c", tool: "Bash" };
    const span = { startedAt: this.clock.wall(), endedAt: null };
    const reach = { kind: "shell", command: "sh work.sh" } as const;
    this.calls.began({ ...about, reach, ...span, ...more });
    this.lives.look();
  }

  /** The command's process comes, and is seen. */
  async work(): Promise<void> {
    const bornAt = this.clock.wall();
    const what = { name: "sh", hasEnded: false, endings: 0, ranNs: 0 };
    this.below = [{ pid: 101, startTicks: bornAt / 10, bornAt, ...what }];
    await this.clock.advance(2 * lookEveryMs + seenMs);
  }

  end(): void {
    this.below = [];
    this.endings += 40;
  }

  get spans(): AgentCall["dormant"] {
    return this.calls.open()[0]?.dormant;
  }
}

test("a command whose process has ended is dormant from the first look that finds nothing new", async () => {
  const stage = new Stage();
  stage.begin();
  await stage.work();
  assert.deepEqual([stage.spans], [undefined]);
  stage.end();
  await stage.clock.advance(lookEveryMs);
  assert.deepEqual([stage.spans], [undefined]);
  const since = stage.clock.wall();
  await stage.clock.advance(60_000);
  const [span, ...others] = stage.spans ?? [];
  assert.deepEqual(others, []);
  assert.ok((span?.from ?? 0) <= since && (span?.to ?? 0) >= since + 60_000 - lookEveryMsMax);
  assert.equal(stage.dormant[0], span?.from);
});

test("while nothing lives the looks become rare, and a change brings the next one near", async () => {
  const stage = new Stage();
  stage.begin();
  await stage.work();
  stage.end();
  await stage.clock.advance(60_000);
  stage.looks = 0;
  await stage.clock.advance(60_000);
  assert.ok(stage.looks <= 60_000 / lookEveryMsMax + 1, `${stage.looks} looks`);
  stage.looks = 0;
  stage.lives.soon();
  await stage.clock.advance(soonMs);
  assert.equal(stage.looks, 1);
});

test("whoever waits for the next look has it once clocks can differ no more, and not before", async () => {
  const stage = new Stage();
  stage.begin();
  await stage.clock.advance(60_000);
  stage.lives.soon();
  const judgedAt = stage.clock.wall();
  let isSettled = false;
  const settled = stage.lives.settled().then(() => {
    isSettled = true;
  });
  await stage.clock.advance(slackMs);
  assert.equal(isSettled, false);
  await stage.clock.advance(countedMs);
  await settled;
  const [call] = stage.calls.open();
  assert.ok((call?.unseen?.at(-1)?.to ?? 0) >= judgedAt + slackMs);
  // Nothing waits for a look that was made since, nor for one that will not be.
  await stage.lives.settled();
  stage.lives.soon();
  const left = stage.lives.settled();
  stage.lives[Symbol.dispose]();
  await left;
});

test("a look that cannot say that nothing lived since the last one is followed by another", async () => {
  const stage = new Stage();
  stage.begin();
  await stage.clock.advance(60_000);
  // As where a hook has ended in between.
  stage.endings += 40;
  stage.lives.soon();
  let isSettled = false;
  const settled = stage.lives.settled().then(() => {
    isSettled = true;
  });
  await stage.clock.advance(slackMs + countedMs);
  assert.equal(isSettled, false);
  await stage.clock.advance(slackMs + countedMs);
  await settled;
  assert.equal(isSettled, true);
});

test("it wakes with the next process of the agent", async () => {
  const stage = new Stage();
  stage.begin();
  await stage.work();
  stage.end();
  await stage.clock.advance(60_000);
  const until = stage.spans?.at(-1)?.to;
  await stage.work();
  assert.equal(stage.spans?.at(-1)?.to, until);
});

test("before a command was seen below the agent, nothing certain is concluded from there being none", async () => {
  const stage = new Stage();
  stage.begin();
  const from = stage.clock.wall();
  await stage.clock.advance(10_000);
  const [call] = stage.calls.open();
  assert.equal(call?.dormant, undefined);
  assert.equal(call?.unseen?.[0]?.from, from);
  // Once one is seen, it is certain that there was none before.
  stage.dormant.length = 0;
  const asked = call?.unseen?.at(-1)?.to;
  await stage.work();
  await stage.clock.advance(lookEveryMsMax);
  assert.equal(stage.spans?.[0]?.from, from);
  assert.ok((stage.spans?.at(-1)?.to ?? 0) >= (asked ?? 0));
  assert.ok(stage.dormant.includes(from), "what was recorded since is judged anew");
});

test("an agent whose process is not known is not looked at", async () => {
  const stage = new Stage();
  stage.begin({ session: "s-unknown" });
  await stage.clock.advance(60_000);
  assert.equal(stage.looks, 0);
});

test("an agent that has ended is told of, with when it was last seen", async () => {
  const stage = new Stage();
  stage.begin();
  await stage.work();
  const lastSeen = stage.clock.wall() as WallMs;
  stage.isAlive = false;
  await stage.clock.advance(lookEveryMs);
  assert.equal(stage.gone.length, 1);
  assert.ok((stage.gone[0] ?? 0) <= lastSeen && (stage.gone[0] ?? 0) >= lastSeen - lookEveryMs);
});

test("nothing is looked at without a command that is open", async () => {
  const stage = new Stage();
  stage.begin();
  stage.calls.ended(1, stage.clock.wall(), { isCut: false });
  await stage.clock.advance(lookEveryMs);
  stage.looks = 0;
  await stage.clock.advance(60_000);
  assert.equal(stage.looks, 0);
});
