import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { test } from "node:test";
import { limits } from "@unf/core/config";
import type { OtherProcess } from "@unf/core/ports";
import { type FakeTrees, Scene, shell } from "./ledger-scene.ts";

const { apartMs, closedMs, lookEveryMsMax, soonMs } = limits.sessions.life;

/** Bytes that a person at a terminal has written meanwhile, and which of their files are open still. */
type Beside = readonly [
  title: string,
  edit: (trees: FakeTrees, scene: Scene) => void,
  author: string,
];

const besides: readonly Beside[] = [
  [
    "who has written as much may have done it",
    (trees) => trees.edit(14, 4096),
    "ambiguous null s-",
  ],
  ["who has written less has not", (trees) => trees.edit(2, 4096), "window codex "],
  [
    "who has written what differs and not the whole file has not",
    (trees) => trees.edit(4, 4096),
    "window codex ",
  ],
  ["who has written to the terminal has not", (trees) => trees.edit(500, 0), "window codex "],
  [
    "who has its swap file open has",
    (trees) => {
      trees.edit(14, 4096);
      trees.open.push("/tmp/swap/.old.txt.swp", `${trees.directory}/.old.txt.swp`);
    },
    "unknown null ",
  ],
  [
    "who has its swap file open and did not write all of it may have",
    (trees) => {
      trees.edit(4, 4096);
      trees.open.push(`${trees.directory}/.old.txt.swp`);
    },
    "ambiguous null s-",
  ],
  [
    "whose lock went with the save has",
    (trees, { stage }) => {
      stage.gone(".#old.txt");
      trees.edit(14, 4096);
    },
    "unknown null ",
  ],
  [
    "an editor with a window that has written much more than the only file that was saved has not",
    (trees) => trees.edit(20_014, 28_672, { hasTerminal: false }),
    "window codex ",
  ],
  [
    "an editor with a window that has saved several at once may have",
    (trees, scene) => {
      scene.write("other.txt", "a line of another file\n".repeat(900));
      trees.edit(20_714, 28_672, { hasTerminal: false });
    },
    "ambiguous null s-",
  ],
  [
    "who has nothing to do with the project and wrote just that may have",
    (trees) => trees.edit(14, 4096, { isNear: false }),
    "ambiguous null s-",
  ],
  [
    "who has nothing to do with the project and wrote much more has not",
    (trees) => trees.edit(140_000, 40_960, { isNear: false }),
    "window codex ",
  ],
];

for (const [title, edit, author] of besides) {
  test(`beside a command that writes much: ${title}`, async () => {
    await using scene = new Scene();
    scene.trees.directory = scene.stage.root;
    scene.write("old.txt", "one two three\n");
    scene.trees.edit(0, 0);
    await scene.begin(scene.agent("codex"));
    await scene.clock.advance(10 * lookEveryMsMax);
    scene.write("old.txt", "one TWO three\n");
    scene.trees.grow(100, 30, 4096);
    edit(scene.trees, scene);
    const said = await scene.settled("old.txt");
    const id = scene.stage.rows("old.txt").at(-1)?.id;
    assert.ok(id !== undefined);
    const named = scene.stage.timeline.candidates(id).map(({ session }) => session.slice(0, 2));
    assert.equal(`${said} ${named.join(" ")}`, author);
  });
}

/** A person has run, or has not, while the command of an agent did; what is done meanwhile; whose it is. */
const acts: readonly (readonly [
  title: string,
  hasRun: boolean,
  act: (scene: Scene) => void,
  author: string,
])[] = [
  ["a deletion while a person ran", true, remove, "ambiguous null"],
  ["a deletion while no person ran", false, remove, "window codex"],
  ["a file cut short while a person ran", true, cut, "ambiguous null"],
  ["a file cut short while no person ran", false, cut, "window codex"],
  ["a rename while a person ran", true, rename, "ambiguous null"],
  ["a rename while no person ran", false, rename, "window codex"],
];

function remove({ stage }: Scene): void {
  stage.remove("old.txt");
  stage.gone("old.txt");
}

function cut(scene: Scene): void {
  scene.write("old.txt", "one two");
}

function rename({ stage }: Scene): void {
  renameSync(stage.at("old.txt"), stage.at("new.txt"));
  stage.gone("old.txt");
  stage.closed("new.txt");
}

for (const [title, hasRun, act, author] of acts) {
  test(`beside a command that runs: ${title}`, async () => {
    await using scene = new Scene();
    scene.write("old.txt", "one two three\n");
    scene.trees.edit(0, 0);
    await scene.begin(scene.agent("codex"));
    await scene.clock.advance(10 * lookEveryMsMax);
    act(scene);
    scene.trees.grow(100, 0);
    if (hasRun) scene.trees.edit(0, 0, { ranNs: 1 });
    assert.equal(await scene.settled("old.txt"), author);
    if (act === rename) assert.equal(await scene.settled("new.txt"), author);
  });
}

test("what is added to a file that was just written may be a person's, though no page is counted", async () => {
  await using scene = new Scene();
  scene.write("old.txt", "one\n");
  scene.trees.edit(0, 0);
  await scene.begin(scene.agent("codex"));
  scene.write("old.txt", "one\ntwo\n");
  scene.trees.grow(100, 30, 4096);
  scene.trees.edit(4, 0);
  assert.equal(await scene.settled("old.txt"), "ambiguous null");
});

test("who can have written is who did, where the command changed only pages that are not counted as writing", async () => {
  await using scene = new Scene();
  scene.write("old.txt", "one two three\n");
  scene.trees.edit(0, 0);
  await scene.begin(scene.agent("codex"));
  await scene.clock.advance(10 * lookEveryMsMax);
  scene.write("old.txt", "one TWO three\n");
  scene.trees.grow(100, 0, 4096);
  scene.trees.edit(14, 4096);
  assert.equal(await scene.settled("old.txt"), "unknown null");
});

/** A file's content of which the command has written no more than what differs; who else wrote; whose it is. */
const parts: readonly (readonly [
  title: string,
  to: string,
  who: Partial<OtherProcess>,
  author: string,
])[] = [
  ["who has written all of it has changed a word", "one TWO", {}, "unknown null"],
  ["who has written all of it may have added a line", "one two\n5\n", {}, "ambiguous null"],
  [
    "who has nothing to do with the project and wrote all of a long one has",
    `one TWO${"\nmore".repeat(60)}`,
    { isNear: false, hasTerminal: false },
    "unknown null",
  ],
  [
    "who has nothing to do with the project and wrote as much as a short one may have",
    "one TWO",
    { isNear: false, hasTerminal: false },
    "ambiguous null",
  ],
];

for (const [title, to, who, author] of parts) {
  test(`beside a command that writes as much as differs: ${title}`, async () => {
    await using scene = new Scene();
    const from = to.replace("TWO", "two").replace("\n5\n", "");
    scene.write("old.txt", from);
    scene.trees.edit(0, 0, who);
    await scene.begin(scene.agent("codex"));
    await scene.clock.advance(10 * lookEveryMsMax);
    scene.write("old.txt", to);
    scene.trees.grow(100, 4, 4096);
    scene.trees.edit(to.length, 4096, who);
    assert.equal(await scene.settled("old.txt"), author);
  });
}

test("a save before the first command of a session was seen is not counted for what that writes next", async () => {
  await using scene = new Scene();
  const agent = scene.agent("codex");
  scene.trees.edit(0, 0);
  await scene.stage.start();
  await agent.tell({ kind: "prompt", text: "go" });
  await agent.tell({ kind: "tool_start", use: { call: "c", tool: "Bash", reach: shell } });
  await scene.clock.advance(apartMs);
  scene.write("save.txt", "a person's words\n");
  scene.trees.edit(17, 4096);
  // Two milliseconds after the look because of that.
  await scene.clock.advance(closedMs + 2);
  scene.trees.start(100);
  scene.trees.grow(100, 10, 4096);
  scene.write("its.txt", "of the command\n".slice(0, 10));
  assert.match(await scene.settled("its.txt"), /^window codex/);
});

for (const [who, handed, author] of [
  ["somebody else can have saved", 14, "ambiguous null"],
  ["nobody else can have saved", 0, "window codex"],
] as const) {
  test(`at the end of a command with which its agent ends: ${who}`, async () => {
    await using scene = new Scene();
    scene.write("old.txt", "one two three\n");
    scene.trees.edit(0, 0);
    const agent = scene.agent("codex");
    await scene.begin(agent);
    await scene.clock.advance(10 * lookEveryMsMax);
    scene.write("old.txt", "one TWO three\n");
    scene.trees.edit(handed, 4096);
    await scene.stage.flush();
    await agent.tell({ kind: "tool_end", use: { call: "c", tool: "Bash", reach: shell } });
    await agent.tell({ kind: "session_end" });
    scene.trees.gone.add(100);
    assert.equal(await scene.settled("old.txt"), author);
  });
}

test("a look that was disturbed is made again before the agent is gone", async () => {
  await using scene = new Scene();
  scene.write("old.txt", "one two three\n");
  await scene.begin(scene.agent("codex"));
  await scene.clock.advance(10 * lookEveryMsMax);
  scene.trees.isSteady = false;
  scene.trees.grow(100, 0);
  scene.write("old.txt", "one TWO three\n");
  await scene.clock.advance(closedMs);
  scene.trees.isSteady = true;
  await scene.clock.advance(soonMs + apartMs);
  scene.trees.grow(100, 300, 4096);
  assert.equal(await scene.settled("old.txt"), "unknown null");
});
