import assert from "node:assert/strict";
import { lstatSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  type FileSystem,
  limits,
  type ProcessMark,
  type ProcessTrees,
  type Reach,
  type TreeProcess,
  type TreeReading,
  type WriteCharges,
} from "@unf/core";
import { FakeClock } from "../kit/fake-clock.ts";
import { Agent } from "./agent.ts";
import { Stage } from "./stage.ts";

const shell: Reach = { kind: "shell", command: "sh work.sh" };
const { lookEveryMs, lookEveryMsMax, soonMs } = limits.sessions.life;

/** Processes below agents, which write and sleep as the test says. */
class FakeTrees implements ProcessTrees {
  readonly below = new Map<number, TreeProcess[]>();
  readonly clock: FakeClock;
  charges: WriteCharges = "all";
  isSteady = true;
  readonly births = new Map<bigint, number>();
  readonly files = {
    chargesOf: () => this.charges,
    birthOf: (path: string) => {
      const { ino } = lstatSync(path, { bigint: true });
      const bornAt = this.births.get(ino);
      return bornAt === undefined ? undefined : { ino, bornAt };
    },
  };

  constructor(clock: FakeClock) {
    this.clock = clock;
  }

  isAlive(): boolean {
    return true;
  }

  read({ pid }: ProcessMark): TreeReading {
    const at = this.clock.wall();
    const nothing = { handed: 0, paged: 0 };
    return {
      ...{ from: at, to: at, endingsBefore: 0, endingsAfter: 0, isSteady: this.isSteady },
      below: [...(this.below.get(pid) ?? [])],
      reaped: { least: nothing, most: nothing },
    };
  }

  /** A shell below the agent, which runs and has written nothing yet. */
  start(agent: number): void {
    const bornAt = this.clock.wall();
    const what = { name: "sh", hasEnded: false, endings: 0, ranNs: 1 };
    const bytes = { handed: 0, paged: 0 };
    this.below.set(agent, [{ pid: agent + 1, startTicks: bornAt / 10, bornAt, ...what, bytes }]);
  }

  /** Below the agent so much is written. */
  grow(agent: number, handed: number, paged = 0): void {
    const grown = (this.below.get(agent) ?? []).map((one) => {
      const bytes = one.bytes ?? { handed: 0, paged: 0 };
      const sum = { handed: bytes.handed + handed, paged: bytes.paged + paged };
      return { ...one, ranNs: one.ranNs + 1, bytes: sum };
    });
    this.below.set(agent, grown);
  }
}

/** Files have the times of the stage's clock, whatever the machine's is. */
class Scene {
  readonly clock = new FakeClock({ start: 1_700_000_000_000 });
  readonly trees = new FakeTrees(this.clock);
  readonly #times = new Map<bigint, number>();
  readonly stage = new Stage({
    clock: this.clock,
    trees: this.trees,
    wrap: (fs) => this.#timed(fs),
  });

  /** Starts agents with a command each, and lets them be seen at work. */
  async begin(...agents: readonly Agent[]): Promise<void> {
    await this.stage.start();
    for (const agent of agents) await agent.tell({ kind: "prompt", text: "go" });
    for (const [nth, agent] of agents.entries()) {
      await agent.tell({ kind: "tool_start", use: { call: "c", tool: "Bash", reach: shell } });
      this.trees.start(100 * (nth + 1));
    }
    await this.clock.advance(2 * lookEveryMs);
  }

  agent(name: string, pid = 100): Agent {
    return new Agent(this.stage, name, name, pid);
  }

  /** Written in one go at this instant; `as`: by another file that is moved into its place. */
  write(path: string, text: string, as = path): void {
    this.writeBytes(this.stage.at(as), text);
    if (as !== path) renameSync(this.stage.at(as), this.stage.at(path));
    this.stage.closed(path);
  }

  /** Of this the watcher tells nothing. */
  writeBytes(file: string, text: string): void {
    writeFileSync(file, text);
    const { ino } = lstatSync(file, { bigint: true });
    if (!this.#times.has(ino)) this.trees.births.set(ino, this.clock.wall());
    this.#times.set(ino, this.clock.wall());
  }

  async settled(path: string): Promise<string> {
    await this.clock.advance(soonMs + lookEveryMsMax);
    await this.stage.flush();
    const author = this.stage.rows(path).at(-1)?.author;
    return `${author?.confidence} ${author?.agent}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stage[Symbol.asyncDispose]();
  }

  #timed(fs: FileSystem): FileSystem {
    const times = this.#times;
    const shift = <S extends { readonly ino: bigint }>(stat: S): S => {
      const ns = BigInt(times.get(stat.ino) ?? this.clock.wall()) * 1_000_000n;
      return { ...stat, ctimeNs: ns, mtimeNs: ns };
    };
    return Object.assign(Object.create(fs) as FileSystem, {
      lstat: (...args: Parameters<FileSystem["lstat"]>) => {
        const stat = fs.lstat(...args);
        return stat?.kind === "file" ? shift(stat) : stat;
      },
      read: (...args: Parameters<FileSystem["read"]>) => {
        const found = fs.read(...args);
        return found.kind === "content" ? { ...found, stat: shift(found.stat) } : found;
      },
    });
  }
}

test("what a person saves beside a command that sleeps or logs is not the command's", async () => {
  await using scene = new Scene();
  const agent = scene.agent("codex");
  await scene.begin(agent);
  scene.write("beside-sleep.txt", "a person's words\n");
  assert.equal(await scene.settled("beside-sleep.txt"), "unknown null");
  scene.write("beside-log.txt", "a person's words\n");
  scene.trees.grow(100, 9);
  assert.equal(await scene.settled("beside-log.txt"), "unknown null");
  scene.write("its.txt", "the agent's words\n");
  scene.trees.grow(100, 18, 4096);
  assert.equal(await scene.settled("its.txt"), "window codex");
});

/** What the agent's processes write meanwhile; what is done; and whose it is then. */
type Play = readonly [
  title: string,
  agent: (trees: FakeTrees) => void,
  act: (scene: Scene) => void,
  author: string,
];

const runs = (trees: FakeTrees): void => trees.grow(100, 0);
const writes = (trees: FakeTrees): void => trees.grow(100, 30, 4096);
const remove = ({ stage }: Scene): void => {
  stage.remove("old.txt");
  stage.gone("old.txt");
};

const plays: readonly Play[] = [
  [
    "one word in place while the command writes a shorter one is a person's",
    (trees) => trees.grow(100, 2),
    (scene) => scene.write("old.txt", "one TWO three\n"),
    "unknown null",
  ],
  [
    "one word in place while it writes as much is the command's",
    (trees) => trees.grow(100, 3),
    (scene) => scene.write("old.txt", "one TWO three\n"),
    "window codex",
  ],
  [
    "a file put into its place is a person's where its bytes are not there",
    (trees) => trees.grow(100, 9),
    (scene) => scene.write("old.txt", "one TWO three\n", ".swap"),
    "unknown null",
  ],
  [
    "a file put into its place may be the command's where they are",
    writes,
    (scene) => scene.write("old.txt", "one TWO three\n", ".swap"),
    "window codex",
  ],
  ["a deletion while the command sleeps is a person's", () => undefined, remove, "unknown null"],
  ["a deletion while it runs may be the command's", runs, remove, "window codex"],
  [
    "where pages are not counted, who has written nothing may have changed them all the same",
    (trees) => {
      trees.charges = "bytes";
      runs(trees);
    },
    (scene) => scene.write("old.txt", "one TWO three\n"),
    "window codex",
  ],
  [
    "where files share pages, who has run may have changed them for nothing",
    (trees) => {
      trees.charges = "nothing";
      runs(trees);
    },
    (scene) => scene.write("old.txt", "one TWO three\n"),
    "window codex",
  ],
  [
    "a look that is not complete excludes nobody",
    (trees) => {
      trees.isSteady = false;
    },
    (scene) => scene.write("old.txt", "one TWO three\n"),
    "window codex",
  ],
];

for (const [title, work, act, author] of plays) {
  test(title, async () => {
    await using scene = new Scene();
    scene.write("old.txt", "one two three\n");
    await scene.begin(scene.agent("codex"));
    // Time in which nobody does anything.
    await scene.clock.advance(10 * lookEveryMsMax);
    act(scene);
    work(scene.trees);
    assert.equal(await scene.settled("old.txt"), author);
  });
}

test("of two commands that run at once the one wrote it that can have", async () => {
  await using scene = new Scene();
  await scene.begin(scene.agent("codex", 100), scene.agent("pi", 200));
  scene.write("of-pi.txt", "the words of pi\n");
  scene.trees.grow(100, 2);
  scene.trees.grow(200, 16);
  assert.equal(await scene.settled("of-pi.txt"), "window pi");
});

test("what was written before the event of it came is not taken for what came after", async () => {
  await using scene = new Scene();
  scene.write("old.txt", "one two three\n");
  await scene.begin(scene.agent("codex"));
  // The watcher is late: what it has not told of yet lies before the looks of this second.
  let tell = (): void => undefined;
  scene.stage.onBarrier = () => new Promise<void>((resolve) => (tell = resolve));
  scene.stage.write("old.txt", "one TWO three\n");
  scene.trees.grow(100, 14, 4096);
  await scene.clock.advance(5 * lookEveryMs);
  scene.stage.onBarrier = () => undefined;
  tell();
  scene.stage.closed("old.txt");
  assert.equal(await scene.settled("old.txt"), "window codex");
});

test("what was written elsewhere for a while and then moved here may be the command's", async () => {
  await using scene = new Scene();
  await scene.begin(scene.agent("codex"));
  const elsewhere = join(scene.stage.directory, "elsewhere.txt");
  scene.writeBytes(elsewhere, "a long download\n");
  scene.trees.grow(100, 16, 4096);
  await scene.clock.advance(10 * lookEveryMs);
  scene.trees.grow(100, 0);
  renameSync(elsewhere, scene.stage.at("moved.txt"));
  scene.stage.closed("moved.txt");
  assert.equal(await scene.settled("moved.txt"), "window codex");
});

test("after events were lost nobody is excluded by them", async () => {
  await using scene = new Scene();
  scene.write("old.txt", "one two three\n");
  await scene.begin(scene.agent("codex"));
  scene.stage.hint({ kind: "overflow", proven: true });
  await scene.clock.advance(lookEveryMs);
  scene.write("old.txt", "one TWO three\n");
  assert.equal(await scene.settled("old.txt"), "window codex");
});
