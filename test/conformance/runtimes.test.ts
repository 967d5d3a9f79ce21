import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { tempHome } from "../kit/index.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const cpu = process.arch === "arm64" ? "aarch64" : process.arch;
const bun = join(repository, `node_modules/@oven/bun-${process.platform}-${cpu}/bin/bun`);
const needsBun = { skip: existsSync(bun) ? false : "needs Bun, which npm has for this platform" };

test("names that are not UTF-8 are listed by both runtimes", needsBun, async () => {
  await using home = tempHome();
  const at = (...bytes: number[]) =>
    Buffer.concat([Buffer.from(`${home.project}/`), Buffer.from(bytes)]);
  writeFileSync(at(0x61), "");
  writeFileSync(at(0x62, 0xff), "");
  mkdirSync(at(0x63, 0xfe));
  symlinkSync("a", at(0x64, 0xfd));
  const source = join(repository, "packages/system/src/disk/list-entries.ts");
  const script = `import { listEntries } from ${JSON.stringify(source)};
    const entries = listEntries(${JSON.stringify(home.project)});
    console.log(JSON.stringify(entries.sort((a, b) => (a.name < b.name ? -1 : 1))));`;
  const list = (program: string, ...words: string[]) => {
    const { stdout, stderr } = spawnSync(program, [...words, "-e", script], { encoding: "utf8" });
    assert.equal(stderr, "");
    return JSON.parse(stdout) as readonly { readonly name: string; readonly kind: string }[];
  };
  const expected = list(process.execPath, "--input-type=module");
  const found = list(bun);
  assert.deepEqual(
    found.map(({ name }) => name),
    expected.map(({ name }) => name),
  );
  for (const [index, { kind }] of found.entries())
    assert.ok(kind === "unknown" || kind === expected[index]?.kind);
});
