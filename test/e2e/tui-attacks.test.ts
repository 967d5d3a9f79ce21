import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { assertNothingLeft, until } from "@unf/test";
import { Screen, type ScreenSize } from "../kit/screen.ts";
import { type Story, tellStory } from "./story.ts";

// A screen has to bear much from terminals, from hands, and from others beside it.

const size: ScreenSize = { cols: 120, rows: 24 };

async function twoVersions(): Promise<Story> {
  const story = await tellStory((at) => writeFileSync(at("a.txt"), "one\n"));
  await story.flush();
  writeFileSync(story.at("a.txt"), "two\n");
  await story.flush();
  return story;
}

/** A screen with the plan of a restore to the first version. */
async function openPlan({ home }: Story, variables = {}): Promise<Screen> {
  const screen = new Screen(["tui"], home, size, variables);
  await screen.shows("recording began");
  screen.type("G");
  await screen.shows(/^>\S+ > recording began/m);
  screen.type("r3");
  await screen.shows("[ Cancel ]");
  return screen;
}

async function leave(screen: Screen): Promise<void> {
  screen.type("q");
  assert.equal(await screen.end(), 0);
  assert.equal(screen.isAlternate, false);
}

test("storms of sizes, pastes and stops leave a plan what it is, and nobody carries it out but a yes", async () => {
  await using story = await twoVersions();
  const { at, home } = story;
  const read = () => readFileSync(at("a.txt"), "utf8");
  {
    await using screen = await openPlan(story);
    for (let step = 0; step < 200; step += 1)
      screen.resize({ cols: 1 + ((step * 37) % 300), rows: 1 + ((step * 13) % 100) });
    screen.resize(size);
    await screen.shows("[ Cancel ]   Yes");
    // All that was drawn for it is read: a terminal that is written to and not read stands still.
    screen.type("\t");
    await screen.shows("Cancel   [ Yes ]");
    screen.type("\t");
    await screen.shows("[ Cancel ]   Yes");
    // A megabyte, with all keys that do something in it.
    screen.type("\u001b[200~");
    for (let piece = 0; piece < 1000; piece += 1) {
      screen.type("yy\ry\tq".repeat(170));
      await nextTurn();
    }
    screen.type("\u001b[201~");
    await screen.shows("[ Cancel ]   Yes");
    // Nobody could continue it: it goes on.
    screen.type("\u001a");
    screen.type("\u000c");
    await screen.shows("[ Cancel ]   Yes");
    screen.type("n");
    await screen.shows("nothing was done");
    await leave(screen);
  }
  {
    await using screen = await openPlan(story);
    screen.close();
    await screen.end();
  }
  assert.equal(read(), "two\n");
  assert.doesNotMatch((await story.unf("ops")).stdout, /op-1/);

  // Two at once: each says what came of it, and one of them did it.
  {
    await using one = await openPlan(story);
    await using two = await openPlan(story);
    one.type("y");
    two.type("y");
    const said = await Promise.all(
      [one, two].map(async (screen) => {
        await screen.shows(/saved as op-1|press the key again|nothing to do/);
        return screen.text().includes("saved as op-1");
      }),
    );
    assert.deepEqual(said.toSorted(), [false, true]);
    assert.equal(read(), "one\n");
    for (const screen of [one, two]) {
      await screen.shows(/> op-1 unf tui restore: 1 file/);
      screen.type("u");
      await screen.shows("Undo the last operation: 1 file to write");
    }
    one.type("y");
    await one.shows("saved as op-2");
    two.type("y");
    await two.shows(/press the key again|there is nothing to undo/);
    assert.equal(read(), "two\n");
    await leave(one);
    await leave(two);
  }

  // The daemon goes while the order is given, and another comes.
  {
    await using screen = await openPlan(story);
    const daemon = await story.daemonPid();
    process.kill(daemon, "SIGSTOP");
    screen.type("y");
    await screen.shows("at work...");
    screen.type("qn\u0003\u001b");
    process.kill(daemon, "SIGKILL");
    await screen.shows(/saved as op-\d/);
    assert.equal(read(), "one\n");
    await screen.shows(/> op-\d unf tui restore: 1 file/);
    await until("a daemon runs", async () => (await story.status()).daemon !== null);
    await leave(screen);
  }

  // A terminal that nobody has heard of is taken for one of today; one that says it can nothing, for none.
  {
    await using screen = await openPlan(story, { TERM: "no-such-terminal" });
    screen.type("q");
    await leave(screen);
    await using dumb = new Screen(["tui"], home, size, { TERM: "dumb" });
    assert.equal(await dumb.end(), 2);
    assert.match(dumb.text(), /tui needs a terminal[\s\S]*unf log/);
  }
  await story.unf("stop");
  await assertNothingLeft(home.root);
});
