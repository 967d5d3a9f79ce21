import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { assertNothingLeft, until } from "@unf/test";
import { liveAtNoon } from "../kit/noon.ts";
import { Screen } from "../kit/screen.ts";
import { startClaude } from "./claude.ts";
import { tellStory } from "./story.ts";

liveAtNoon();

// A screen that stands there while an agent and a person work: no key is pressed for what is new.

const size = { cols: 160, rows: 30 };

test("an agent's work, a person's and the end of recording are seen without a key, and are taken back", async () => {
  await using story = await tellStory((at) => {
    writeFileSync(at("a.ts"), "one\n");
    writeFileSync(at("b.ts"), "one\n");
  });
  const { at, home } = story;
  const read = (path: string) => readFileSync(at(path), "utf8");
  await story.flush();
  await using screen = new Screen(["tui"], home, size);
  await screen.shows("recording began: 2 files");

  const claude = startClaude(story);
  await claude.prompt("make it shout\nand more");
  await claude.edit("a.ts", () => writeFileSync(at("a.ts"), "ONE\n"));
  await screen.shows(/> t-1 claude\S* make it shout: 1 file/);
  await claude.edit("new.ts", () => writeFileSync(at("new.ts"), "NEW\n"));
  await claude.stop();
  await screen.shows(/> t-1 claude\S* make it shout: 2 files/);
  // The turn is one line, and its whole difference stands beside it.
  await screen.shows("+ONE");
  await screen.shows("+NEW");
  writeFileSync(at("b.ts"), "two\n");
  await screen.shows(/M b\.ts .*\+1 -1/);

  // The session of the line is a scope of its own.
  screen.type("j");
  await screen.shows(/^>\S+ > t-1/m);
  screen.type("\t");
  await screen.shows("[session]");
  await screen.meets("has only the session", (text) => !text.includes("b.ts"));
  screen.type("\u001b");
  await screen.meets("has all again", (text) => text.includes("M b.ts"));
  await screen.shows("[project]");
  screen.type("G");
  await screen.shows(/^>\S+ > recording/m);
  screen.type("k");
  await screen.shows(/^>\S+ > t-1/m);
  screen.type("a");
  await screen.shows("by claude-code");
  await screen.meets("has only the agent", (text) => !text.includes("b.ts"));
  screen.type("a");
  await screen.shows("M b.ts");
  screen.type("j");
  await screen.shows(/^>\S+ > t-1/m);

  // The turn is taken back, whatever was saved since, and the undo of it is one key.
  screen.type("o");
  await screen.shows("1 what t-1 did");
  screen.type("1");
  await screen.shows("[ Cancel ]");
  await screen.shows("- new.ts");
  assert.equal(read("a.ts"), "ONE\n", "a plan changes nothing");
  screen.type("y");
  await screen.shows("saved as op-1");
  assert.deepEqual(
    [read("a.ts"), existsSync(at("new.ts")), read("b.ts")],
    ["one\n", false, "two\n"],
  );
  await screen.shows(/t-1 claude.* taken back/);
  await screen.shows(/> op-1 unf tui oops: 2 files/);
  screen.type("g");
  await screen.shows(/^>\S+ > op-1/m);
  screen.type("o");
  await screen.shows("1 what op-1 did");
  screen.type("1");
  await screen.shows("Undo op-1");
  await screen.shows("[ Cancel ]");
  screen.type("\t\r");
  await screen.shows("saved as op-2");
  assert.deepEqual([read("a.ts"), read("new.ts")], ["ONE\n", "NEW\n"]);

  // A second person at work: the plan of before is not carried out.
  screen.type("R");
  await screen.shows("Redo what was undone: ");
  await screen.shows("[ Cancel ]");
  await story.unf("redo", "--yes");
  screen.type("y");
  await screen.shows("there is nothing to redo");

  await story.unf("stop");
  await screen.shows("NOT RECORDING");
  writeFileSync(at("b.ts"), "unseen\n");
  await story.unf("start");
  await screen.meets("records again", (text) => !text.includes("NOT RECORDING"));
  await screen.shows(/! not everything was recorded/);
  await screen.shows(/M b\.ts/);
  await story.unf("unwatch", "--yes");
  await screen.shows("NOT RECORDING");
  screen.type("q");
  assert.equal(await screen.end(), 0);
  await story.unf("stop");
  await assertNothingLeft(home.root);
});

test("keys before anything was read do no harm, and a plan is carried out though the daemon was killed", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.ts"), "one\n"));
  const { at, home } = story;
  await story.flush();
  writeFileSync(at("a.ts"), "two\n");
  await story.flush();
  await using screen = new Screen(["tui"], home, size);
  screen.type(`${"jkGg[] \t/".repeat(200)}\r`);
  await screen.shows("nothing here is like that");
  screen.type("\u001b");
  await screen.shows(/^>\S+ M a\.ts/m);
  screen.type("r2");
  await screen.shows("[ Cancel ]");
  process.kill(story.sentinelPid(), "SIGKILL");
  process.kill(await story.daemonPid(), "SIGKILL");
  screen.type("y");
  await screen.shows("saved as op-1");
  assert.equal(readFileSync(at("a.ts"), "utf8"), "one\n");
  await screen.meets("records again", (text) => !text.includes("NOT RECORDING"));
  await until("a daemon runs", async () => (await story.status()).daemon !== null);
  screen.type("q");
  assert.equal(await screen.end(), 0);
  await story.unf("stop");
  await assertNothingLeft(home.root);
});
