import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openTree } from "@unf/client";
import { runUnf, type TempHome, tempHome } from "../kit/index.ts";

const program = fileURLToPath(new URL("program/checkpoint-trees.ts", import.meta.url));

/** Starts a program that sets so many checkpoints in the store. */
function startCheckpoints(home: TempHome, store: string, name: string, count: number) {
  const child = spawn(process.execPath, [program, store, name, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, HOME: home.home },
  });
  home.onDispose(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  return child;
}

const texts = (tree: ReadonlyMap<string, Uint8Array>): Record<string, string> =>
  Object.fromEntries([...tree].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));

test("two processes take turns in one store, and a third opens it twice", async () => {
  await using home = tempHome();
  const store = join(home.root, "store");
  const count = 20;
  const children = ["a", "b"].map((name) => startCheckpoints(home, store, name, count));
  const ends = await Promise.all(children.map((child) => once(child, "exit")));
  assert.deepEqual(ends, [
    [0, null],
    [0, null],
  ]);
  await using one = await openTree(store);
  await using two = await openTree(store);
  const known = await one.checkpoints();
  assert.equal(known.length, 2 * count);
  for (const { id, label } of known) {
    const [name = "", step] = (label ?? "").split(" ");
    const tree = texts(await two.restore(id));
    assert.deepEqual(Object.keys(tree).sort(), [`${name}.txt`, "big.txt"].sort());
    assert.equal(tree[`${name}.txt`], `${step}\n`);
    assert.equal(tree["big.txt"], `${label}\n`.repeat(2000));
  }
  const set = await Promise.all([one.checkpoint({ x: "1" }), two.checkpoint({ y: "2" })]);
  assert.deepEqual(await Promise.all(set.map(async ({ id }) => texts(await one.restore(id)))), [
    { x: "1" },
    { y: "2" },
  ]);
  // It is a home as any other: what looks after one looks after it.
  const { code, stdout } = await runUnf(["verify"], { home, env: { UNF_HOME: store } });
  assert.equal(code, 0, stdout);
});

test("a program that is killed leaves every checkpoint whole that it was told of", async () => {
  await using home = tempHome();
  const store = join(home.root, "store");
  let told = 1;
  for (const killAfter of [1, 7, 12]) {
    const child = startCheckpoints(home, store, `run${killAfter}`, 100_000);
    const until = told + killAfter;
    for await (const line of createInterface({ input: child.stdout })) {
      told = Number(line);
      if (told >= until) break;
    }
    child.kill("SIGKILL");
    await once(child, "exit");
    await using trees = await openTree(store);
    const known = await trees.checkpoints();
    assert.ok(known.some(({ id }) => id === told));
    for (const { id, label } of known) {
      const tree = texts(await trees.restore(id));
      assert.equal(tree["big.txt"], `${label}\n`.repeat(2000));
    }
    told = (await trees.checkpoint({ "big.txt": "last\n".repeat(2000) }, { label: "last" })).id;
  }
});

test("a directory that holds something else is left alone, and so is what a link leads to", async () => {
  await using home = tempHome();
  const foreign = join(home.root, "foreign");
  mkdirSync(foreign);
  writeFileSync(join(foreign, "thesis.txt"), "years\n");
  await assert.rejects(openTree(foreign), { code: "foreign_store" });
  const link = join(home.root, "link");
  symlinkSync(foreign, link);
  await assert.rejects(openTree(link));
  assert.deepEqual(readdirSync(foreign), ["thesis.txt"]);
  const dangling = join(home.root, "dangling");
  symlinkSync(join(home.root, "nowhere"), dangling);
  await assert.rejects(openTree(dangling));
  assert.equal(existsSync(join(home.root, "nowhere")), false);
  await assert.rejects(openTree(""), { code: "usage" });
  // A home of directories records no trees: its history would mean two things.
  const watched = await runUnf(["watch", home.project], { home });
  assert.equal(watched.code, 0, watched.stderr);
  assert.equal((await runUnf(["stop"], { home })).code, 0);
  await assert.rejects(openTree(home.unfHome), { code: "refused" });
});
