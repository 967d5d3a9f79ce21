import assert from "node:assert/strict";
import { renameSync, rmSync } from "node:fs";
import { test } from "node:test";
import type { Reach } from "@unf/core/timeline";
import { until } from "../kit/until.ts";
import { Agent, claim, liveStage, save, tick } from "./agent.ts";
import type { Stage } from "./stage.ts";

const shell: Reach = { kind: "shell", command: "make" };

function authors(stage: Stage): string[] {
  return stage
    .rows()
    .filter(({ cause }) => cause !== "baseline")
    .map(
      ({ event, path, author }) => `${event} ${path} ${author.agent ?? "-"} ${author.confidence}`,
    );
}

/** Moves a file onto another one, and says so. */
async function moveOnto(stage: Stage, from: string, to: string): Promise<void> {
  renameSync(stage.at(from), stage.at(to));
  stage.gone(from);
  stage.closed(to);
  await tick(stage);
  await stage.flush();
}

test("a temporary file is of the agent that puts it into the place of what it claims", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.use(claim(stage, "a.txt"), async () => {
    await save(stage, "a.txt.new", "2\n");
    await moveOnto(stage, "a.txt.new", "a.txt");
  });
  await stage.flush();
  assert.deepEqual(authors(stage).sort(), [
    "create a.txt.new claude-code hook",
    "delete a.txt.new claude-code hook",
    "modify a.txt claude-code hook",
  ]);
});

test("it is so when another agent's command runs, too", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const [agent, other] = [new Agent(stage), new Agent(stage, "codex", "two")];
  await other.use(shell, () =>
    agent.use(claim(stage, "a.txt"), async () => {
      await save(stage, "a.txt.new", "2\n");
      await moveOnto(stage, "a.txt.new", "a.txt");
    }),
  );
  await stage.flush();
  for (const line of authors(stage)) assert.match(line, /claude-code hook$/);
});

test("what was there before the tool call began stays of who wrote it", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await save(stage, "mine.txt", "2\n");
  await stage.flush();
  await tick(stage);
  await agent.use(claim(stage, "a.txt"), () => moveOnto(stage, "mine.txt", "a.txt"));
  assert.ok(authors(stage).includes("create mine.txt - unknown"), authors(stage).join("\n"));
});

test("who moves a file on did not move it before, and not what moved it later", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await tick(stage);
  await moveOnto(stage, "a.txt", "b.txt");
  await agent.use(claim(stage, "c.txt"), () => moveOnto(stage, "b.txt", "c.txt"));
  await tick(stage);
  await moveOnto(stage, "c.txt", "d.txt");
  assert.deepEqual(authors(stage).sort(), [
    "delete a.txt - unknown",
    "delete b.txt claude-code hook",
    "delete c.txt - unknown",
    "rename b.txt - unknown",
    "rename c.txt claude-code hook",
    "rename d.txt - unknown",
  ]);
});

test("a file went when it came to its new name, however late it is told to be gone", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await tick(stage);
  await agent.use(shell, async () => {
    renameSync(stage.at("a.txt"), stage.at("b.txt"));
    stage.closed("b.txt");
    await tick(stage);
  });
  await tick(stage);
  stage.write("c.txt", "2\n");
  stage.gone("a.txt");
  await stage.flush();
  assert.deepEqual(
    authors(stage)
      .filter((line) => !line.includes("c.txt"))
      .sort(),
    ["delete a.txt claude-code window", "rename b.txt claude-code window"],
  );
});

test("the files of a removed tree are told by the word that its directory went", async () => {
  await using stage = liveStage();
  stage.write("dir/deep/a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.use(shell, async () => {
    await tick(stage);
    rmSync(stage.at("dir"), { recursive: true });
    // Of what was in a directory that was not watched yet nothing else is said.
    stage.gone("dir");
  });
  // The directory above changes again before the deletion is recorded, after the tool call.
  const end = Date.now() + 40;
  await until("the disk's clock has gone on", () => Date.now() >= end, { everyMs: 5 });
  stage.write("b.txt", "2\n");
  assert.deepEqual(stage.rows("dir/deep/a.txt").length, 1);
  await tick(stage);
  await stage.flush();
  assert.ok(authors(stage).includes("delete dir/deep/a.txt claude-code window"));
});
