import assert from "node:assert/strict";
import { test } from "node:test";
import type { UnfError } from "@unf/core/base";
import type { Reach } from "@unf/core/timeline";
import { invertProject, type OopsOrder, type OopsReport, oopsProject } from "@unf/engine";
import { Agent, claim, liveStage, save, tick } from "./agent.ts";
import { readPicture, type Stage } from "./stage.ts";

const shell: Reach = { kind: "shell", command: "make" };
const lines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

function oops(
  stage: Stage,
  request: Partial<OopsOrder["request"]> = {},
  planId?: string,
): Promise<OopsReport> {
  const last = { kind: "last", count: 1, agent: null } as const;
  return oopsProject(stage.project, {
    request: { ...last, ...request } as OopsOrder["request"],
    planId,
    argv: ["oops"],
  });
}

function tell({ applied }: OopsReport): string[] {
  return applied.map(({ action }) => {
    const more = "why" in action ? ` ${action.why}` : action.merged ? " merged" : "";
    return `${action.kind} ${action.path}${more}`;
  });
}

test("the last turn is taken back: what it made goes, what it deleted returns; an undo brings it all again", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  stage.write("old.txt", "1\n");
  await stage.start();
  const before = readPicture(stage.root);
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "rewrite it all" });
  await agent.use(claim(stage, "a.txt", "new/b.txt"), async () => {
    await save(stage, "a.txt", "2\n");
    await save(stage, "new/b.txt", "1\n");
  });
  await agent.use(shell, async () => {
    await tick(stage);
    stage.remove("old.txt");
    stage.gone("old.txt");
    await tick(stage);
    await stage.flush();
  });
  await agent.tell({ kind: "stop" });
  const after = readPicture(stage.root);
  const report = await oops(stage);
  assert.deepEqual(tell(report), ["write a.txt", "delete new/b.txt", "write old.txt"]);
  assert.deepEqual(report.scopes, [{ kind: "turn", turn: 1 }]);
  assert.deepEqual(readPicture(stage.root), before);
  await assert.rejects(oops(stage), (thrown: UnfError) => thrown.code === "not_found");
  await invertProject(stage.project, {
    kind: "undo",
    operation: undefined,
    planId: undefined,
    argv: ["undo"],
  });
  assert.deepEqual(readPicture(stage.root), after);
});

test("edits of others before, between and after stay", async () => {
  await using stage = liveStage();
  stage.write("a.txt", lines);
  await stage.start();
  const [one, two] = [new Agent(stage), new Agent(stage, "codex", "two")];
  await one.tell({ kind: "prompt", text: "first" });
  await two.tell({ kind: "prompt", text: "second" });
  const edit = (from: string, to: string) => async () => {
    const now = readPicture(stage.root)["a.txt"]?.slice(5) ?? "";
    await save(stage, "a.txt", now.replace(from, to));
  };
  await one.use(claim(stage, "a.txt"), edit("2\n", "two by one\n"));
  await edit("5\n", "five by a person\n")();
  await one.use(claim(stage, "a.txt"), edit("7\n", "seven by one\n"));
  await two.use(claim(stage, "a.txt"), edit("9\n", "nine by two\n"));
  const report = await oops(stage, { kind: "last", count: 1, agent: "claude-code" });
  assert.deepEqual(tell(report), ["write a.txt merged"]);
  assert.equal(
    readPicture(stage.root)["a.txt"],
    `0644 ${lines.replace("5\n", "five by a person\n").replace("9\n", "nine by two\n")}`,
  );
});

test("where a person wrote over it, their text stays and is named; a doubtful file is left alone", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const [one, two] = [new Agent(stage), new Agent(stage, "codex", "two")];
  await one.tell({ kind: "prompt", text: "first" });
  await one.use(claim(stage, "a.txt"), () => save(stage, "a.txt", "by one\n"));
  await one.use(shell, () => two.use(shell, () => save(stage, "both.txt", "1\n")));
  await save(stage, "a.txt", "by a person\n");
  const report = await oops(stage);
  assert.deepEqual([tell(report), report.operation], [["kept a.txt overlaps"], undefined]);
  assert.deepEqual(report.doubtful, ["both.txt"]);
  assert.equal(readPicture(stage.root)["a.txt"], "0644 by a person\n");
});

test("what one turn or another of the session wrote is left alone and named", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  const edit = async (prompt: string, path: string, work: () => Promise<void>) => {
    const use = { call: `${prompt} ${path}`, tool: "Edit", reach: claim(stage, path) };
    await agent.tell({ kind: "tool_start", use }, undefined, prompt);
    await work();
    await agent.tell({ kind: "tool_end", use }, undefined, prompt);
  };
  await agent.tell({ kind: "prompt", text: "one" }, undefined, "p-1");
  await edit("p-1", "a.txt", async () => {
    await tick(stage);
    await agent.tell({ kind: "prompt", text: "two" }, undefined, "p-2");
    await edit("p-2", "a.txt", () => save(stage, "a.txt", "2\n"));
  });
  await edit("p-2", "b.txt", () => save(stage, "b.txt", "1\n"));
  await agent.tell({ kind: "stop" }, undefined, "p-2");
  const { session, turn } = stage.rows("a.txt").at(-1)?.author ?? {};
  assert.deepEqual([session === null, turn], [false, null]);
  const report = await oops(stage);
  assert.deepEqual(tell(report), ["delete b.txt"]);
  assert.deepEqual(report.doubtful, ["a.txt"]);
});

test("said again, it goes further back over a turn of which only kept files are left", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "0\n");
  stage.write("b.txt", "0\n");
  await stage.start();
  const agent = new Agent(stage);
  for (const text of ["first\n", "second\n"]) {
    await agent.tell({ kind: "prompt", text });
    await agent.use(claim(stage, "a.txt"), () => save(stage, "a.txt", text));
    await agent.use(claim(stage, "b.txt"), () => save(stage, "b.txt", text));
    await agent.use(claim(stage, "c.txt"), () => save(stage, "c.txt", text));
    await agent.use(claim(stage, "c.txt"), async () => {
      stage.remove("c.txt");
      stage.gone("c.txt");
      await tick(stage);
      await stage.flush();
    });
  }
  await save(stage, "b.txt", "by a person\n");
  const mine = readPicture(stage.root)["a.txt"];
  await save(stage, "a.txt", "by a person\n");
  const [scope] = (await oops(stage)).scopes;
  assert.deepEqual(scope, { kind: "turn", turn: 2 }, "all of it kept: told, not passed over");
  await save(stage, "a.txt", mine?.slice(5) ?? "");
  assert.deepEqual(tell(await oops(stage)), ["write a.txt", "kept b.txt overlaps"]);
  const again = await oops(stage);
  assert.deepEqual(again.scopes, [{ kind: "turn", turn: 1 }]);
  assert.equal(readPicture(stage.root)["a.txt"], "0644 0\n");
  assert.equal(readPicture(stage.root)["b.txt"], "0644 by a person\n");
});

test("several turns, a session, and without any session the last run of changes", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "0\n");
  await stage.start();
  await save(stage, "a.txt", "1\n");
  await save(stage, "b.txt", "1\n");
  await stage.flush();
  const run = await oops(stage);
  assert.deepEqual(tell(run), ["write a.txt", "delete b.txt"]);
  assert.equal(run.scopes[0]?.kind, "rows");
  const agent = new Agent(stage);
  for (const text of ["2\n", "3\n", "4\n"]) {
    await agent.tell({ kind: "prompt", text });
    await agent.use(claim(stage, "a.txt"), () => save(stage, "a.txt", text));
  }
  const now = () => readPicture(stage.root)["a.txt"];
  await oops(stage, { kind: "last", count: 2, agent: null });
  assert.equal(now(), "0644 2\n");
  await oops(stage, { kind: "session", session: null, agent: null });
  assert.equal(now(), "0644 0\n");
});

test("a plan that is not the one seen is refused", async () => {
  await using stage = liveStage();
  await stage.start();
  await save(stage, "a.txt", "1\n");
  await assert.rejects(
    oops(stage, {}, "pl-00000000"),
    (thrown: UnfError) => thrown.code === "conflict",
  );
  assert.equal(readPicture(stage.root)["a.txt"], "0644 1\n");
});
