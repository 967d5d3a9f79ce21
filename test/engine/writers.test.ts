import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpenWriter, WriterProbe } from "@unf/core/ports";
import type { Reach } from "@unf/core/timeline";
import { FakeClock } from "../kit/fake-clock.ts";
import { until } from "../kit/until.ts";
import { Agent, claim, tick } from "./agent.ts";
import { Stage } from "./stage.ts";

const shell: Reach = { kind: "shell", command: "make" };

/** Tells who has files open as the test says, and counts how often it is asked. */
class FakeProbe implements WriterProbe {
  asked = 0;
  /** Looks that find nobody. */
  blind = 0;
  /** Pids of those that hold the path; above each of them is a process as old as the system. */
  readonly holders = new Map<string, readonly number[]>();
  readonly above = new Map<number, number>();

  writersOf(paths: readonly string[]): readonly OpenWriter[] {
    this.asked += 1;
    if (this.blind > 0) {
      this.blind -= 1;
      return [];
    }
    return paths.flatMap((path) =>
      (this.holders.get(path) ?? []).map((pid) => {
        const parent = this.above.get(pid) ?? 2;
        const lineage = [pid, parent].map((one) => ({ pid: one, startTicks: one }));
        return { path: path as OpenWriter["path"], lineage, session: null, isInteractive: false };
      }),
    );
  }
}

function openStage(): { readonly stage: Stage; readonly probe: FakeProbe } {
  const probe = new FakeProbe();
  const stage = new Stage({ clock: new FakeClock({ start: Date.now() }), writers: probe });
  return { stage, probe };
}

/** Writes and keeps the file open. */
async function begin(stage: Stage, path: string, text: string): Promise<void> {
  await tick(stage);
  stage.write(path, text);
  stage.touched(path);
  for (let count = 0; count < 3; count += 1) await tick(stage);
}

function authorOf(stage: Stage, path: string): string {
  const author = stage.rows(path).at(-1)?.author;
  return `${author?.confidence} ${author?.agent}`;
}

test("of two commands that run, the one whose process has the file open wrote it", async () => {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  const [one, two] = [new Agent(stage, "codex", "one", 100), new Agent(stage, "pi", "two", 200)];
  probe.holders.set(stage.at("a.txt"), [210]);
  probe.above.set(210, 200);
  await one.use(shell, () =>
    two.use(shell, async () => {
      await begin(stage, "a.txt", "1\n");
      await begin(stage, "b.txt", "1\n");
    }),
  );
  await stage.flush();
  assert.equal(authorOf(stage, "a.txt"), "process pi");
  assert.equal(authorOf(stage, "b.txt"), "ambiguous null");
});

test("who is found only later wrote all the same what was recorded meanwhile", async () => {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  const [one, two] = [new Agent(stage, "codex", "one", 100), new Agent(stage, "pi", "two", 200)];
  probe.holders.set(stage.at("a.txt"), [100]);
  probe.blind = 5;
  await one.use(shell, () => two.use(shell, () => begin(stage, "a.txt", "1\n")));
  await stage.clock.advance(200);
  await stage.flush();
  assert.equal(authorOf(stage, "a.txt"), "process codex");
});

test("who was seen to write is told by a hook that comes later", async () => {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  const [one, two] = [new Agent(stage, "codex", "one", 100), new Agent(stage, "pi", "two", 200)];
  probe.holders.set(stage.at("its.txt"), [210]);
  probe.above.set(210, 200);
  probe.holders.set(stage.at("mine.txt"), [50]);
  await one.use(shell, async () => {
    const began = stage.clock.wall();
    await begin(stage, "its.txt", "1\n");
    await begin(stage, "mine.txt", "1\n");
    await stage.flush();
    const use = { call: "late", tool: "Bash", reach: shell };
    await two.tell({ kind: "tool_start", use }, began);
    await two.tell({ kind: "tool_end", use });
  });
  await stage.flush();
  assert.equal(authorOf(stage, "its.txt"), "process pi");
  assert.equal(authorOf(stage, "mine.txt"), "unknown null");
});

test("what an editor has open is not the only command's, which keeps the rest", async () => {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  const agent = new Agent(stage, "codex", "one", 100);
  probe.holders.set(stage.at("mine.txt"), [50]);
  await agent.use(shell, async () => {
    await begin(stage, "mine.txt", "1\n");
    await begin(stage, "its.txt", "1\n");
  });
  await stage.flush();
  assert.equal(authorOf(stage, "mine.txt"), "unknown null");
  assert.equal(authorOf(stage, "its.txt"), "window codex");
});

test("a file that an agent and an editor both have open is neither's for certain", async () => {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  const agent = new Agent(stage, "codex", "one", 100);
  probe.holders.set(stage.at("a.txt"), [50, 100]);
  await agent.use(shell, () => begin(stage, "a.txt", "1\n"));
  await stage.flush();
  assert.equal(authorOf(stage, "a.txt"), "window codex");
});

test("an event that comes late tells of a write by who has the file open", async () => {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  const [one, two] = [new Agent(stage, "codex", "one", 100), new Agent(stage, "pi", "two", 200)];
  probe.holders.set(stage.at("a.txt"), [100]);
  await one.use(shell, () =>
    two.use(shell, async () => {
      await tick(stage);
      stage.write("a.txt", "1\n");
      for (let count = 0; count < 3; count += 1) await tick(stage);
      stage.touched("a.txt");
      await tick(stage);
      await stage.flush();
    }),
  );
  assert.equal(authorOf(stage, "a.txt"), "process codex");
});

/** One writes and closes; the other is found with the file open from then on. */
async function openAfterClose(beforeWrite: (stage: Stage) => Promise<void>): Promise<string> {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  const [one, two] = [new Agent(stage, "codex", "one", 100), new Agent(stage, "pi", "two", 200)];
  await one.use(shell, () =>
    two.use(shell, async () => {
      await beforeWrite(stage);
      stage.write("a.txt", "1\n");
      stage.closed("a.txt");
      await stage.flush();
      probe.holders.set(stage.at("a.txt"), [100]);
      probe.blind = 1;
      stage.touched("a.txt");
      for (let count = 0; count < 3; count += 1) await tick(stage);
      await stage.flush();
    }),
  );
  return authorOf(stage, "a.txt");
}

test("what was closed before the writer opened the file is not the writer's", async () => {
  assert.equal(await openAfterClose(tick), "ambiguous null");
});

test("what was closed in the very millisecond it was written is not the next writer's", async () => {
  // The disk's clock is ahead: the time of the write is then the one at which it was seen.
  const ahead = async (stage: Stage) => {
    await tick(stage);
    const end = stage.clock.wall() + 40;
    await until("the disk's clock is ahead", () => Date.now() >= end, { everyMs: 5 });
  };
  assert.equal(await openAfterClose(ahead), "ambiguous null");
});

test("a file that somebody closed whom its known writer outlasts has several writers", async () => {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  const [one, two] = [new Agent(stage, "codex", "one", 100), new Agent(stage, "pi", "two", 200)];
  probe.holders.set(stage.at("a.txt"), [100]);
  await one.use(shell, () =>
    two.use(shell, async () => {
      await begin(stage, "a.txt", "1\n");
      stage.write("a.txt", "2\n");
      stage.closed("a.txt");
      await stage.flush();
    }),
  );
  assert.equal(authorOf(stage, "a.txt"), "ambiguous null");
});

test("once its writer has closed a file, the next one is looked for anew", async () => {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  const agent = new Agent(stage, "codex", "one", 100);
  await agent.use(shell, async () => {
    probe.holders.set(stage.at("a.txt"), [50]);
    await begin(stage, "a.txt", "1\n");
    probe.holders.clear();
    stage.closed("a.txt");
    await begin(stage, "a.txt", "1\n2\n");
    await stage.flush();
  });
  assert.equal(authorOf(stage, "a.txt"), "window codex");
});

test("nothing is looked at while no command runs that may have written", async () => {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  await begin(stage, "a.txt", "1\n");
  const agent = new Agent(stage, "codex", "one", 100);
  await agent.tell({ kind: "prompt", text: "go" });
  await begin(stage, "a.txt", "2\n");
  await agent.use(claim(stage, "a.txt"), () => begin(stage, "a.txt", "3\n"));
  assert.equal(probe.asked, 0);
});

test("a file whose writer is nowhere to be found is given up", async () => {
  const { stage, probe } = openStage();
  await using _stage = stage;
  await stage.start();
  const agent = new Agent(stage, "codex", "one", 100);
  await agent.use(shell, async () => {
    await begin(stage, "a.txt", "1\n");
    for (let at = 0; at < 200; at += 1) await stage.clock.advance(20);
    const { asked } = probe;
    assert.ok(asked <= 25, `${asked} looks`);
    stage.touched("a.txt");
    await stage.clock.advance(100);
    assert.equal(probe.asked, asked);
  });
});
