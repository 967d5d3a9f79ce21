import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import { renderVerdict } from "@unf/core/filter";
import { Agent, claim, liveStage, save, tick } from "./agent.ts";
import type { Stage } from "./stage.ts";

/** A project whose agent wrote these rules, with a file of before below `src`. */
async function ruled(stage: Stage, rules: string, path = ".gitignore"): Promise<Agent> {
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await agent.use(claim(stage, path), () => save(stage, path, rules));
  await stage.flush();
  return agent;
}

const rows = (stage: Stage, path: string) => stage.rows(path).map(({ event }) => event);
const why = (stage: Stage, path: string) =>
  renderVerdict(stage.project.context.filter.verdict(path as RelPath, "file"));

test("what an agent writes into an ignore file leaves out nothing that has a history", async () => {
  await using stage = liveStage();
  stage.write("src/a.ts", "1\n");
  await stage.start();
  await ruled(stage, "src/\n*.ts\n");
  await save(stage, "src/a.ts", "2\n");
  await save(stage, "src/new.ts", "new\n");
  await stage.flush();
  assert.deepEqual(rows(stage, "src/a.ts"), ["create", "modify"]);
  assert.deepEqual(rows(stage, "src/new.ts"), []);
  assert.match(why(stage, "src/a.ts"), /^recorded, though ignored by \.gitignore:\d "/);
  assert.equal(stage.project.context.filter.covers("src" as RelPath), true);
});

test("a recorder that starts anew decides as the one before it, also about what went meanwhile", async () => {
  await using stage = liveStage();
  stage.write("src/a.ts", "1\n");
  await stage.start();
  await ruled(stage, "src/\n");
  await stage.crash();
  stage.write("src/a.ts", "2\n");
  await stage.project.start({ cause: "sweep" });
  await stage.flush();
  assert.deepEqual(rows(stage, "src/a.ts"), ["create", "modify"]);
});

test("what a person stood by before goes on to count, and a `!` rule that an agent took out too", async () => {
  await using stage = liveStage();
  stage.write(".gitignore", "*.log\n!keep.log\n*.tmp\n");
  stage.write("keep.log", "1\n");
  stage.write("a.tmp", "1\n");
  await stage.start();
  await ruled(stage, "*.log\n");
  await save(stage, "keep.log", "2\n");
  await stage.flush();
  assert.deepEqual(rows(stage, "keep.log"), ["create", "modify"]);
  assert.match(why(stage, "keep.log"), /^recorded, though/);
  // A change that the agent lets in is recorded: nothing is lost by that.
  assert.deepEqual(rows(stage, "a.tmp"), ["create"]);
});

test("a person's save makes the rules ordinary, and so does accepting them", async () => {
  for (const way of ["save", "accept"]) {
    await using stage = liveStage();
    stage.write("src/a.ts", "1\n");
    await stage.start();
    const agent = await ruled(stage, "src/\n");
    await agent.tell({ kind: "stop" });
    await tick(stage);
    if (way === "save") await save(stage, ".gitignore", "# mine\nsrc/\n");
    else assert.deepEqual(stage.project.rules.accept([]), [".gitignore"]);
    await stage.flush();
    assert.deepEqual(rows(stage, "src/a.ts"), ["create", "delete"], way);
    assert.match(why(stage, "src/a.ts"), /^ignored by/);
    assert.deepEqual(stage.project.rules.accept([]), [], way);
  }
});

test("an agent that takes its rules back, or deletes the file, leaves the state of before", async () => {
  await using stage = liveStage();
  stage.write(".gitignore", "*.log\n");
  stage.write("src/a.ts", "1\n");
  await stage.start();
  const agent = await ruled(stage, "*.log\nsrc/\n");
  const { heldFiles } = stage.project.ports;
  assert.equal(heldFiles?.files.size, 1);
  await agent.use(claim(stage, ".gitignore"), () => save(stage, ".gitignore", "*.log\n"));
  await stage.flush();
  assert.equal(heldFiles?.files.size, 0);
  assert.deepEqual(rows(stage, "src/a.ts"), ["create"]);
});

test("when it is told late that an agent wrote the rules, what they left out is recorded again", async () => {
  await using stage = liveStage();
  stage.write("src/a.ts", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  const began = stage.clock.wall();
  await save(stage, ".gitignore", "src/\n");
  await stage.flush();
  assert.deepEqual(rows(stage, "src/a.ts"), ["create", "delete"]);
  const use = { call: "late", tool: "Write", reach: claim(stage, ".gitignore") };
  await agent.tell({ kind: "tool_start", use }, began);
  await agent.tell({ kind: "tool_end", use });
  await stage.flush();
  assert.deepEqual(rows(stage, "src/a.ts"), ["create", "delete", "create"]);
});

test("a sweep that comes before the change is told of leaves nothing out", async () => {
  await using stage = liveStage();
  stage.write("src/a.ts", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await agent.use(claim(stage, ".gitignore"), async () => {
    await tick(stage);
    stage.write(".gitignore", "src/\n");
    stage.closed(".gitignore");
    stage.hint({ kind: "directory", path: "" as RelPath });
    await tick(stage);
  });
  await stage.flush();
  assert.deepEqual(rows(stage, "src/a.ts"), ["create"]);
});
