import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { testSeed } from "../kit/index.ts";
import { contentsOf, openStore, packAll, Random, randomChains, realDisk } from "./pack-world.ts";

const page = new URL("../../docs/format/pack.md", import.meta.url);

test("the program of docs/format/pack.md lists a pack and writes its contents", async () => {
  const program = /```js\n(.*?)```/s.exec(readFileSync(page, "utf8"))?.[1];
  assert.ok(program !== undefined);
  using disk = realDisk();
  const store = openStore(disk);
  const chains = randomChains(new Random(testSeed()), 3, 12);
  const pack = join(disk.home, `packs/${await packAll(store, chains)}.pack`);
  const script = join(disk.home, "read-pack.mjs");
  writeFileSync(script, program);
  const run = (...args: string[]) => execFileSync(process.execPath, [script, pack, ...args]);
  const contents = contentsOf(chains);
  const lines = [...contents.values()].map(({ hash, bytes }) => `${hash} ${bytes.length}\n`);
  assert.equal(run().toString(), lines.sort().join(""));
  for (const { hash, bytes } of chains[0] ?? []) assert.ok(run(hash).equals(bytes));
});
