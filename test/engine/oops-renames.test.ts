import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { test } from "node:test";
import type { Reach } from "@unf/core/timeline";
import { oopsProject } from "@unf/engine";
import { Agent, claim, liveStage, save, tick } from "./agent.ts";
import { readPicture, type Stage } from "./stage.ts";

const shell: Reach = { kind: "shell", command: "make" };
const lines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

async function oops(stage: Stage): Promise<string[]> {
  const request = { kind: "last", count: 1, agent: null } as const;
  const { applied } = await oopsProject(stage.project, {
    request,
    planId: undefined,
    argv: ["oops"],
  });
  return applied.map(({ action }) =>
    "why" in action
      ? `${action.kind} ${action.path} ${action.why}`
      : `${action.kind} ${action.path}`,
  );
}

async function move(stage: Stage, from: string, to: string): Promise<void> {
  await tick(stage);
  renameSync(stage.at(from), stage.at(to));
  stage.gone(from);
  stage.closed(to);
  await tick(stage);
  await stage.flush();
}

test("a file that the turn renamed goes back under its old name", async () => {
  await using stage = liveStage();
  stage.write("a.txt", lines);
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await agent.use(shell, () => move(stage, "a.txt", "b.txt"));
  await agent.tell({ kind: "stop" });
  assert.equal(stage.rows("b.txt").at(-1)?.event, "rename");
  assert.deepEqual(await oops(stage), ["write a.txt", "delete b.txt"]);
  assert.deepEqual(readPicture(stage.root), { "a.txt": `0644 ${lines}` });
});

test("what others wrote since into a file that the turn renamed stays, under its old name", async () => {
  await using stage = liveStage();
  stage.write("a.txt", lines);
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await agent.use(shell, () => move(stage, "a.txt", "b.txt"));
  await agent.use(claim(stage, "b.txt"), () => save(stage, "b.txt", lines.replace("2", "two")));
  await agent.tell({ kind: "stop" });
  await save(stage, "b.txt", lines.replace("2", "two").replace("8", "eight"));
  await stage.flush();
  const after = readPicture(stage.root);
  assert.deepEqual(await oops(stage), ["write a.txt", "delete b.txt"]);
  assert.deepEqual(readPicture(stage.root), { "a.txt": `0644 ${lines.replace("8", "eight")}` });
  await stage.invert("undo");
  assert.deepEqual(readPicture(stage.root), after);
});

test("where both wrote the same line the newer text stays, under the old name, and is named", async () => {
  await using stage = liveStage();
  stage.write("a.txt", lines);
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await agent.use(shell, () => move(stage, "a.txt", "b.txt"));
  await agent.use(claim(stage, "b.txt"), () => save(stage, "b.txt", lines.replace("2", "two")));
  await agent.tell({ kind: "stop" });
  await save(stage, "b.txt", lines.replace("2", "2 of a person"));
  await stage.flush();
  assert.deepEqual(await oops(stage), ["write a.txt", "kept a.txt overlaps", "delete b.txt"]);
  assert.deepEqual(readPicture(stage.root), {
    "a.txt": `0644 ${lines.replace("2", "2 of a person")}`,
  });
});

test("when there is a file of the old name again, both stay what others made of them", async () => {
  await using stage = liveStage();
  stage.write("a.txt", lines);
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await agent.use(shell, () => move(stage, "a.txt", "b.txt"));
  await agent.tell({ kind: "stop" });
  await save(stage, "b.txt", lines.replace("8", "eight"));
  await save(stage, "a.txt", "another\n");
  await stage.flush();
  const before = readPicture(stage.root);
  await oops(stage);
  assert.deepEqual(readPicture(stage.root), before);
});
