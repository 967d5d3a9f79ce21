import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@unf/core";
import { type FakeTrees, Scene } from "./ledger-scene.ts";

const { lookEveryMsMax } = limits.sessions.life;

/** What a person at a terminal has written meanwhile, and what of it is open still. */
type Beside = readonly [title: string, edit: (trees: FakeTrees) => void, author: string];

const besides: readonly Beside[] = [
  [
    "who has written as much may have done it",
    (trees) => trees.edit(14, 4096),
    "ambiguous null s-",
  ],
  ["who has written less has not", (trees) => trees.edit(2, 4096), "window codex "],
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
    edit(scene.trees);
    const said = await scene.settled("old.txt");
    const id = scene.stage.rows("old.txt").at(-1)?.id;
    assert.ok(id !== undefined);
    const named = scene.stage.timeline.candidates(id).map(({ session }) => session.slice(0, 2));
    assert.equal(`${said} ${named.join(" ")}`, author);
  });
}
