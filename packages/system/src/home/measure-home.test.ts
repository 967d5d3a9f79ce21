import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { sumHistory, sumHome } from "@unf/core/storage";
import { measureHome } from "./measure-home.ts";

const skip = process.platform === "win32" ? "needs blocks" : false;

test("a home is measured by the blocks of its files, each part apart, and links are not followed", {
  skip,
}, async () => {
  const home = mkdtempSync(join(tmpdir(), "unf-measure-")) as AbsPath;
  try {
    for (const room of [
      "objects/ab",
      "packs",
      "projects/one/backup",
      "projects/two",
      "rescue/one/op-1",
      "logs",
      "run",
    ]) {
      mkdirSync(join(home, room), { recursive: true });
    }
    const put = (name: string, bytes: number): void =>
      writeFileSync(join(home, name), new Uint8Array(bytes).fill(7));
    put("objects/ab/cd", 1);
    put("packs/p", 100_000);
    put("projects/one/timeline.db", 8192);
    put("projects/one/backup/b.db", 8192);
    put("rescue/one/op-1/f", 10);
    put("config.toml", 10);
    put("run/ballast", 2_000_000);
    symlinkSync("/", join(home, "projects/two/link"));
    let breaths = 0;
    const size = await measureHome(home, () => {
      breaths += 1;
      return undefined;
    });
    const taken = (name: string): number => statSync(join(home, name)).blocks * 512;
    assert.deepEqual(size.objects, {
      files: 1,
      bytes: taken("objects") + taken("objects/ab") + taken("objects/ab/cd"),
    });
    assert.deepEqual([size.packs.files, size.packs.bytes >= 100_000], [1, true]);
    assert.deepEqual([size.timelines.files, size.trash.files, size.other.files], [2, 0, 1]);
    assert.deepEqual([size.backups.files, size.rescues.files], [1, 1]);
    const sumOf = (...names: string[]) => names.map(taken).reduce((a, b) => a + b);
    assert.equal(size.projectBytes.get("one"), sumOf("projects/one", "projects/one/timeline.db"));
    assert.equal(size.backups.bytes, sumOf("projects/one/backup", "projects/one/backup/b.db"));
    const { objects, packs, timelines } = size;
    assert.equal(sumHistory(size), objects.bytes + packs.bytes + timelines.bytes);
    assert.ok(sumHome(size) < 1_000_000 && breaths >= 6, `${sumHome(size)}, ${breaths}`);
    rmSync(home, { recursive: true });
    assert.equal(sumHome(await measureHome(home, () => undefined)), 0);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
