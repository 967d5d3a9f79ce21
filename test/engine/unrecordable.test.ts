import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { UnfError } from "@unf/core/base";
import type { Reach } from "@unf/core/timeline";
import { type OopsReport, oopsProject } from "@unf/engine";
import { digest } from "@unf/system/digest";
import { Agent, claim, liveStage, tick } from "./agent.ts";
import type { Stage } from "./stage.ts";

const shell: Reach = { kind: "shell", command: "make" };
const binary = (text: string) => Buffer.from(`\0${text}`);
const large = (text: string) => text.repeat(3 * 1024 * 1024);

/** Bytes of every file of the project, as digests. */
function picture(stage: Stage): Record<string, string> {
  const names = disk.readdirSync(stage.root, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => disk.lstatSync(stage.at(name)).isFile());
  return Object.fromEntries(files.map((name) => [name, digest(disk.readFileSync(stage.at(name)))]));
}

async function put(stage: Stage, path: string, content: string | Uint8Array): Promise<void> {
  await tick(stage);
  stage.save(path, content);
  await tick(stage);
  await stage.flush();
}

async function remove(stage: Stage, path: string): Promise<void> {
  await tick(stage);
  stage.remove(path);
  stage.gone(path);
  await tick(stage);
  await stage.flush();
}

const oops = (stage: Stage): Promise<OopsReport> =>
  oopsProject(stage.project, {
    request: { kind: "last", count: 1, agent: null },
    planId: undefined,
    argv: ["oops"],
  });

function tell({ applied }: OopsReport): string[] {
  return applied.map(({ action, rescued }) => {
    const why = "why" in action ? ` ${action.why}` : "";
    return `${action.kind} ${action.path}${why}${rescued === undefined ? "" : " rescued"}`;
  });
}

function rowsOf(stage: Stage, path: string): unknown[] {
  return stage.rows(path).map(({ event, unrecordable, author }) => {
    return [event, unrecordable, author.confidence];
  });
}

test("what a turn made binary or too large is a row of it; an oops brings the text back, rescues the rest, and an undo is the identity", async () => {
  await using stage = liveStage();
  stage.write("app.txt", "text\n");
  stage.write("out.json", "{}\n");
  await stage.start();
  const before = picture(stage);
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "build it" });
  await agent.use(shell, async () => {
    await put(stage, "app.txt", binary("app"));
    await put(stage, "out.json", large("x"));
    await put(stage, "logo.bin", binary("logo"));
    await put(stage, "icon.png", binary("icon"));
    await put(stage, "temp.bin", binary("temp"));
    await remove(stage, "temp.bin");
  });
  await agent.tell({ kind: "stop" });
  assert.deepEqual(rowsOf(stage, "app.txt").slice(1), [["modify", "binary", "window"]]);
  assert.deepEqual(rowsOf(stage, "out.json").slice(1), [["modify", "too_large", "window"]]);
  assert.deepEqual(rowsOf(stage, "logo.bin"), [["create", "binary", "window"]]);
  assert.deepEqual(rowsOf(stage, "icon.png"), [["create", "binary", "window"]]);
  assert.equal(stage.rows("logo.bin")[0]?.hash, digest(binary("logo")));
  assert.equal(stage.rows("out.json")[1]?.hash, digest(Buffer.from(large("x"))));
  assert.equal(stage.rows("out.json")[1]?.bytes, 3 * 1024 * 1024);

  const after = picture(stage);
  const report = await oops(stage);
  assert.deepEqual(tell(report), [
    "write app.txt rescued",
    "delete icon.png rescued",
    "delete logo.bin rescued",
    "write out.json rescued",
  ]);
  assert.deepEqual(picture(stage), before);
  const kept = join(stage.directory, "rescue", String(report.operation), "logo.bin");
  assert.deepEqual(disk.readFileSync(kept), binary("logo"));
  await assert.rejects(oops(stage), (thrown: UnfError) => thrown.code === "not_found");

  await stage.invert("undo");
  assert.deepEqual(picture(stage), after);
  await stage.invert("redo");
  assert.deepEqual(picture(stage), before);
  await stage.invert("undo");
  assert.deepEqual(tell(await oops(stage)), tell(report), "and once more");
  assert.deepEqual(picture(stage), before);
});

test("the person's binary after the agent's stays, and what stood there without a row is named", async () => {
  await using stage = liveStage();
  stage.write("app.txt", "text\n");
  stage.write("old.png", binary("old"));
  stage.write("gone.png", binary("gone"));
  stage.write("moved.png", binary("moved"));
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "draw" });
  await agent.use(shell, async () => {
    await put(stage, "app.txt", binary("agent"));
    await put(stage, "made.bin", binary("agent"));
    await put(stage, "old.png", binary("new"));
    await remove(stage, "gone.png");
    await tick(stage);
    disk.renameSync(stage.at("moved.png"), stage.at("elsewhere.png"));
    stage.gone("moved.png");
    stage.touched("elsewhere.png");
    await tick(stage);
    await stage.flush();
  });
  await agent.tell({ kind: "stop" });
  await put(stage, "app.txt", binary("person"));
  await put(stage, "made.bin", binary("person"));
  const after = picture(stage);
  const report = await oops(stage);
  assert.deepEqual(tell(report), [
    "kept app.txt changed_since",
    "refused elsewhere.png content_unrecordable",
    "refused gone.png content_unrecordable",
    "kept made.bin changed_since",
    "refused moved.png content_unrecordable",
    "refused old.png content_unrecordable",
  ]);
  assert.deepEqual(picture(stage), after);
});

test("once no agent is about nothing is read of such a file, and its digest still tells whose it is", async () => {
  await using stage = liveStage();
  stage.write("app.txt", "text\n");
  stage.write("log.txt", "text\n");
  await stage.start();
  const before = await stage.flush();
  assert.ok(before !== null);
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "build" });
  await agent.use(shell, async () => {
    await put(stage, "app.txt", binary("agent"));
    await put(stage, "log.txt", binary("agent"));
  });
  await agent.tell({ kind: "session_end" });
  const then = await stage.flush();
  assert.ok(then !== null);
  await stage.clock.advance(10 * 60_000);
  await put(stage, "app.txt", binary("person"));
  assert.equal(stage.rows("app.txt").length, 2);
  const left = await stage.restore({ target: { id: then } });
  assert.deepEqual(left.applied, [], "neither was kept");
  assert.deepEqual(tell(await oops(stage)), [
    "kept app.txt changed_since",
    "write log.txt rescued",
  ]);
  const named = await stage.restore({ target: { id: then } });
  assert.deepEqual(
    named.applied.map(({ action }) => [action.path, "why" in action && action.why]),
    [["log.txt", "content_unrecordable"]],
  );
  await stage.restore({ target: { id: before }, deletions: "remove" });
  assert.equal(disk.readFileSync(stage.at("app.txt"), "utf8"), "text\n");
  await stage.invert("undo");
  assert.deepEqual(disk.readFileSync(stage.at("app.txt")), binary("person"));
});

test("text, binary, text: each step is its writer's, and the text between two binaries comes back", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "one\n");
  await stage.start();
  const agent = new Agent(stage);
  for (const content of [binary("1"), "two\n", binary("2")]) {
    await agent.tell({ kind: "prompt", text: "go on" });
    await agent.use(claim(stage, "a.txt"), () => put(stage, "a.txt", content));
    await agent.tell({ kind: "stop" });
  }
  assert.deepEqual(rowsOf(stage, "a.txt").slice(1), [
    ["modify", "binary", "hook"],
    ["modify", undefined, "hook"],
    ["modify", "binary", "hook"],
  ]);
  assert.deepEqual(tell(await oops(stage)), ["write a.txt rescued"]);
  assert.equal(disk.readFileSync(stage.at("a.txt"), "utf8"), "two\n");
  assert.deepEqual(tell(await oops(stage)), ["refused a.txt content_unrecordable"]);
});

test("nobody's binary files have no row, nor have an agent's that are ignored or private keys", async () => {
  await using stage = liveStage();
  stage.write(".gitignore", "ignored/\n*.o\n");
  stage.write("text.txt", "1\n");
  await stage.start();
  await put(stage, "person.bin", binary("1"));
  await put(stage, "person.png", binary("1"));
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "build" });
  await agent.use(shell, async () => {
    disk.mkdirSync(stage.at("ignored"));
    await put(stage, "ignored/a.bin", binary("1"));
    await put(stage, "main.o", binary("1"));
    await put(stage, "server.pem", binary("1"));
    await put(stage, "notes.txt", "-----BEGIN RSA PRIVATE KEY-----\n");
    await put(stage, "made.bin", binary("1"));
  });
  await stage.flush();
  const paths = new Set(stage.rows().map(({ path }) => path));
  assert.deepEqual([...paths].sort(), [".gitignore", "made.bin", "text.txt"]);
  await put(stage, ".gitignore", "ignored/\n*.o\nmade.bin\n");
  await stage.flush();
  assert.equal(stage.rows("made.bin").at(-1)?.cause, "excluded");
});

test("what stood there before the agent has no row for it, however often it is swept", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  for (const name of ["x.png", "y.bin"]) stage.write(name, binary(name));
  stage.write("large.txt", large("y"));
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "build" });
  await agent.use(shell, () => put(stage, "a.txt", "2\n"));
  await stage.flush();
  await stage.crash();
  await stage.flush();
  assert.deepEqual([...new Set(stage.rows().map(({ path }) => path))], ["a.txt"]);
});

test("of a file of more than 64 MiB the inode, size and mtime stand for its content", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "build" });
  const size = 64 * 1024 * 1024 + 1;
  await agent.use(shell, async () => {
    await tick(stage);
    for (const name of ["mine.img", "theirs.img"]) {
      disk.writeFileSync(stage.at(name), "");
      disk.truncateSync(stage.at(name), size);
      stage.closed(name);
    }
    await tick(stage);
    await stage.flush();
  });
  const [row] = stage.rows("mine.img");
  const { ino, mtimeNs } = disk.lstatSync(stage.at("mine.img"), { bigint: true });
  assert.equal(row?.hash, digest(Buffer.from(`unf:stat ${ino} ${size} ${mtimeNs}`)));
  assert.deepEqual([row?.bytes, row?.unrecordable], [size, "too_large"]);
  await tick(stage);
  disk.appendFileSync(stage.at("theirs.img"), "by a person");
  assert.deepEqual(tell(await oops(stage)), [
    "delete mine.img rescued",
    "kept theirs.img changed_since",
  ]);
  await stage.invert("undo");
  assert.equal(disk.lstatSync(stage.at("mine.img")).size, size);
});
