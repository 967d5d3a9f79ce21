import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { test } from "node:test";
import type { RelPath, UnfError } from "@unf/core/base";
import { invertProject, type OopsOrder, type OopsReport, oopsProject } from "@unf/engine";
import { Agent, claim, liveStage, save, tick } from "./agent.ts";
import { readPicture, type Stage } from "./stage.ts";

const last = { kind: "last", count: 1, agent: null } as const;

function oops(stage: Stage, request: OopsOrder["request"]): Promise<OopsReport> {
  return oopsProject(stage.project, { request, planId: undefined, argv: ["oops"] });
}

/** A turn for each map of contents by path. */
async function turns(
  stage: Stage,
  agent: Agent,
  ...all: readonly Readonly<Record<string, string>>[]
): Promise<void> {
  for (const [index, contents] of all.entries()) {
    await agent.tell({ kind: "prompt", text: `prompt ${index + 1}` });
    await agent.use(claim(stage, ...Object.keys(contents)), async () => {
      for (const [path, content] of Object.entries(contents)) await save(stage, path, content);
    });
    await agent.tell({ kind: "stop" });
  }
}

function written({ applied }: OopsReport): string[] {
  return applied.map(({ action }) => `${action.kind} ${action.path}`);
}

test("with a path only what was done there is taken back, of the last turn that touched it", async () => {
  await using stage = liveStage();
  for (const path of ["src/a.ts", "src/b.ts", "src2.ts"]) stage.write(path, "0\n");
  await stage.start();
  const agent = new Agent(stage);
  await turns(
    stage,
    agent,
    { "src/a.ts": "1\n", "src/b.ts": "1\n", "src2.ts": "1\n" },
    { "src2.ts": "2\n" },
  );
  const below = await oops(stage, { ...last, within: ["src/b.ts" as RelPath] });
  assert.deepEqual(
    [below.scopes, written(below)],
    [[{ kind: "turn", turn: 1 }], ["write src/b.ts"]],
  );
  // The rest of that turn is still there to be taken back; what is not a part of the directory stays.
  const rest = await oops(stage, { ...last, within: ["src" as RelPath] });
  assert.deepEqual(written(rest), ["write src/a.ts"]);
  const { "src/a.ts": a, "src/b.ts": b, "src2.ts": other } = readPicture(stage.root);
  assert.deepEqual([a, b, other], ["0644 0\n", "0644 0\n", "0644 2\n"]);
  await assert.rejects(
    oops(stage, { kind: "turns", turns: [2], within: ["src" as RelPath] }),
    (thrown: UnfError) => thrown.code === "not_found" && /t-2 .* in src /.test(thrown.message),
  );
});

test("a turn in the middle of others goes, and several at once; what the others wrote stays", async () => {
  await using stage = liveStage();
  const lines = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ""];
  stage.write("a.txt", lines.join("\n"));
  await stage.start();
  const agent = new Agent(stage);
  const edited = (...places: readonly number[]) =>
    lines.map((line, at) => (places.includes(at) ? `edited ${line}` : line)).join("\n");
  await turns(
    stage,
    agent,
    { "a.txt": edited(0) },
    { "a.txt": edited(0, 3) },
    { "a.txt": edited(0, 3, 6) },
  );
  const middle = await oops(stage, { kind: "turns", turns: [2] });
  assert.deepEqual(middle.scopes, [{ kind: "turn", turn: 2 }]);
  assert.equal(readPicture(stage.root)["a.txt"], `0644 ${edited(0, 6)}`);
  const outer = await oops(stage, { kind: "turns", turns: [1, 3, 1] });
  assert.deepEqual(outer.scopes, [
    { kind: "turn", turn: 3 },
    { kind: "turn", turn: 1 },
  ]);
  assert.equal(readPicture(stage.root)["a.txt"], `0644 ${lines.join("\n")}`);
});

test("a file that the turn renamed is meant by its old name and by its new one", async () => {
  for (const name of ["old.txt", "new.txt"]) {
    await using stage = liveStage();
    stage.write("old.txt", "1\n2\n3\n");
    stage.write("c.txt", "0\n");
    await stage.start();
    const agent = new Agent(stage);
    await agent.tell({ kind: "prompt", text: "go" });
    await agent.use(claim(stage, "c.txt"), () => save(stage, "c.txt", "1\n"));
    await agent.use({ kind: "shell", command: "mv" }, async () => {
      await tick(stage);
      renameSync(stage.at("old.txt"), stage.at("new.txt"));
      stage.gone("old.txt");
      stage.closed("new.txt");
      await tick(stage);
      await stage.flush();
    });
    await agent.tell({ kind: "stop" });
    const report = await oops(stage, { ...last, within: [name as RelPath] });
    assert.deepEqual(written(report), ["delete new.txt", "write old.txt"], name);
    assert.equal(readPicture(stage.root)["c.txt"], "0644 1\n");
  }
});

test("of a file only the chosen hunks go, and an undo brings them again", async () => {
  await using stage = liveStage();
  const text = (changed: Readonly<Record<number, string>>) =>
    Array.from({ length: 40 }, (_, index) => `${changed[index + 1] ?? index + 1}\n`).join("");
  stage.write("a.txt", text({}));
  stage.write("b.txt", "0\n");
  await stage.start();
  const edited = text({ 2: "two", 20: "twenty", 39: "end" });
  await turns(stage, new Agent(stage), { "a.txt": edited, "b.txt": "1\n", "new.txt": "1\n" });
  // A person's edit of another place is no hunk of the turn's, and stays.
  await save(stage, "a.txt", edited.replace("10\n", "ten\n"));
  const path = "a.txt" as RelPath;
  const report = await oops(stage, {
    ...last,
    within: [path],
    hunks: [{ path, chosen: [0, 2] }],
  });
  assert.deepEqual(written(report), ["write a.txt"]);
  const now = readPicture(stage.root);
  assert.equal(now["a.txt"], `0644 ${text({ 10: "ten", 20: "twenty" })}`);
  assert.deepEqual([now["b.txt"], now["new.txt"]], ["0644 1\n", "0644 1\n"]);
  const order = { kind: "undo", operation: undefined, planId: undefined, argv: ["undo"] } as const;
  await invertProject(stage.project, order);
  assert.equal(readPicture(stage.root)["a.txt"], `0644 ${edited.replace("10\n", "ten\n")}`);
});

test("there are no hunks of a file that goes whole, and none beyond the last", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "0\n");
  await stage.start();
  await turns(stage, new Agent(stage), { "a.txt": "1\n", "new.txt": "1\n" });
  for (const [name, chosen, why] of [
    ["new.txt", 0, "not_a_text_file"],
    ["a.txt", 1, "no_such_hunk"],
  ] as const) {
    const path = name as RelPath;
    const hunks = [{ path, chosen: [chosen] }];
    const { applied, operation } = await oops(stage, { ...last, within: [path], hunks });
    assert.deepEqual(
      applied.map(({ action }) => "why" in action && action.why),
      [why],
    );
    assert.equal(operation, undefined);
  }
  assert.equal(readPicture(stage.root)["new.txt"], "0644 1\n");
});
