import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, BlobId, RelPath } from "@unf/core/base";
import { hooklessLimits, limits } from "@unf/core/config";
import {
  type AgentProcess,
  type AgentsReading,
  keyOfProcess,
  type TreeReading,
} from "@unf/core/ports";
import type { FileMode } from "@unf/core/timeline";
import { FakeClock } from "../../../../test/kit/fake-clock.ts";
import type { LatestHead } from "../record/recorder.ts";
import { type BareTrace, HooklessAgents } from "./hookless-agents.ts";

const { life } = limits.sessions;
const second = 1000;
const path = "a.txt" as RelPath;

const [first, last] = ["0".repeat(64) as BlobId, "1".repeat(64) as BlobId];

/** The head of the one file. */
function head(hash: BlobId): LatestHead {
  const mode = 0o100644 as FileMode;
  const stat = {
    dev: 1n,
    ino: 1n,
    size: 100n,
    mtimeNs: 0n,
    ctimeNs: 0n,
    mode: 0o100644 as FileMode,
  };
  return { path, hash, bytes: 100, mode, stat, racy: false };
}

/** One project in which at most one agent works, and the processes that a test says. */
class Stage {
  readonly clock = new FakeClock({ start: 1_000_000 });
  readonly bare: HooklessAgents;
  agent: AgentProcess | undefined;
  /** Grows as the agent's processes run. */
  activity = 0;
  /** Bytes that they have written. */
  written = 0;
  /** The same of somebody else. */
  writtenBeside = 0;
  isBegun = true;
  hasHooks = false;
  isHooked = false;
  reads = 0;
  lists: boolean[] = [];

  constructor() {
    this.bare = new HooklessAgents({
      root: "/a/project" as AbsPath,
      clock: this.clock,
      content: (hash) => new Uint8Array(100).fill(hash === first ? 1 : 2),
      agents: {
        list: (isPressing = true) => {
          this.lists.push(isPressing);
          return this.agent === undefined ? [] : [this.agent];
        },
        activity: () => (this.agent === undefined ? undefined : this.activity),
        read: () => this.#read(),
        above: () => [],
        named: () => undefined,
        mayEdit: () => true,
        hasHooks: () => this.hasHooks,
      },
      files: { chargesOf: () => "all", birthOf: () => undefined },
      isHooked: () => this.isHooked,
      stretchOf: () => (this.isBegun ? { session: "s-1", turn: 1 } : undefined),
      begin: () => {
        this.isBegun = true;
      },
      rest: () => undefined,
      onLooked: () => undefined,
      project: {
        barrier: () => Promise.resolve(true),
        onFailure: (thrown) => assert.fail(String(thrown)),
      },
    });
  }

  starts(): void {
    const bornAt = this.clock.wall();
    const mark = { pid: 7, startTicks: 1 };
    const directory = "/a/project" as AbsPath;
    const name = "process 0 7 1";
    this.agent = { ...mark, agent: "claude-code", name, bornAt, directory, above: [] };
  }

  /** Seconds pass; `running`: the agent runs for so many ticks in each. */
  async pass(seconds: number, running = 0): Promise<void> {
    for (let n = 0; n < seconds; n += 1) {
      await this.clock.advance(second);
      this.activity += running;
      this.bare.forget(this.clock.wall() - limits.sessions.lateHookMs);
      this.bare.tick();
      // Events that were heard are heard out.
      await Promise.resolve();
    }
  }

  /** A file that keeps its inode is changed and heard of. */
  touches(): void {
    this.bare.onHints([{ kind: "touched", path, closed: true }]);
  }

  /** The same, and it is recorded. */
  changes(): BareTrace | undefined {
    this.touches();
    const trace = this.bare.trace(path, head(first), head(last));
    this.bare.suspects(trace, this.clock.wall());
    return trace;
  }

  /** Verdicts after the next look. */
  async suspected(trace: BareTrace | undefined): Promise<readonly (boolean | undefined)[]> {
    const at = this.clock.wall();
    await this.clock.advance(life.countedMs);
    await this.pass(4);
    return this.bare.suspects(trace, at).map(({ isContested }) => isContested);
  }

  #read(): AgentsReading {
    this.reads += 1;
    const at = this.clock.wall();
    const trees = new Map<string, TreeReading>();
    if (this.agent !== undefined) {
      const bytes = { handed: this.written, paged: this.written };
      const own = { ...this.agent, name: "claude", hasEnded: false, endings: 0 };
      const below = [{ ...own, ranNs: this.activity * 1e7, bytes }];
      const times = { from: at, to: at, endingsBefore: 0, endingsAfter: 0 };
      trees.set(keyOfProcess(this.agent), { ...times, below, isSteady: true });
    }
    const beside = { handed: this.writtenBeside, paged: this.writtenBeside };
    const others = [{ pid: 8, startTicks: 1, parent: 1, bytes: beside }];
    return { from: at, to: at, workMs: 1, trees, others, hidden: [] };
  }
}

test("beside no agent nothing is read, and it presses to find one only after a change", async () => {
  const stage = new Stage();
  await stage.pass(30);
  assert.deepEqual(new Set(stage.lists), new Set([false]));
  stage.changes();
  await stage.pass(1);
  assert.equal(stage.lists.at(-1), true);
  await stage.pass(hooklessLimits.settledMs / second);
  stage.lists = [];
  await stage.pass(30);
  assert.deepEqual(new Set(stage.lists), new Set([false]));
  assert.equal(stage.reads, 0);
  assert.equal(stage.clock.waiting, 0);
});

test("an agent that waits is looked at no more until it does something, or a change is recorded", async () => {
  const stage = new Stage();
  stage.starts();
  await stage.pass(5);
  assert.equal(stage.reads, 1);
  // A program that moves its cursor runs a little.
  await stage.pass(hooklessLimits.restedMs / second, 1);
  stage.reads = 0;
  await stage.pass(600, 1);
  assert.equal(stage.reads, 0);
  await stage.pass(1, 50);
  assert.equal(stage.reads, 1);
  await stage.pass(120);
  stage.reads = 0;
  // As where a file is not to be recorded.
  stage.touches();
  await stage.pass(10);
  assert.equal(stage.reads, 0);
  stage.changes();
  await stage.pass(10);
  assert.equal(stage.reads, 1);
});

test("beside an agent that has rested for long a save is a person's, and what it then writes is perhaps its", async () => {
  const stage = new Stage();
  stage.starts();
  await stage.pass(300, 1);
  const saved = stage.changes();
  assert.deepEqual(await stage.suspected(saved), []);
  await stage.pass(300, 1);
  stage.written += 100;
  stage.activity += 1;
  const written = stage.changes();
  assert.deepEqual(await stage.suspected(written), [true]);
  // It works, and is looked at meanwhile.
  await stage.pass(2, 50);
  stage.written += 100;
  stage.activity += 50;
  assert.deepEqual(await stage.suspected(stage.changes()), [false]);
});

test("what changed before an agent was found waits for that, and is not of one that began later", async () => {
  const stage = new Stage();
  await stage.pass(5);
  stage.starts();
  await stage.clock.advance(100);
  const own = stage.changes();
  assert.ok(stage.bare.isAwaited(own));
  assert.deepEqual(await stage.suspected(own), [true]);

  const other = new Stage();
  const before = other.changes();
  await other.clock.advance(100);
  other.starts();
  assert.deepEqual(await other.suspected(before), []);
});

test("an agent that will tell by itself is not said to have begun by what may be somebody else's", async () => {
  const begins = async (hasHooks: boolean, writtenBeside: number): Promise<boolean> => {
    const stage = new Stage();
    stage.hasHooks = hasHooks;
    stage.isBegun = false;
    stage.starts();
    await stage.pass(60, 10);
    stage.written += 4096;
    stage.writtenBeside += writtenBeside;
    stage.activity += 10;
    await stage.suspected(stage.changes());
    return stage.isBegun;
  };
  assert.deepEqual([await begins(true, 0), await begins(false, 0)], [true, true]);
  assert.deepEqual([await begins(true, 4096), await begins(false, 4096)], [false, true]);
});

test("an agent whose first hook has just come has not begun without it", async () => {
  for (const isHooked of [false, true]) {
    const stage = new Stage();
    stage.isBegun = false;
    stage.starts();
    await stage.pass(60, 10);
    stage.isHooked = isHooked;
    stage.written += 4096;
    stage.activity += 10;
    const own = stage.changes();
    const at = stage.clock.wall();
    await stage.clock.advance(hooklessLimits.lookEveryMs);
    stage.bare.suspects(own, at);
    assert.equal(stage.isBegun, !isHooked);
  }
});
