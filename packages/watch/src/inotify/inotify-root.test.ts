import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";
import koffi from "koffi";
import { InotifyBackend } from "./inotify-backend.ts";
import { loadLibc } from "./libc.ts";

const onLinux = { skip: process.platform === "linux" ? false : "inotify is Linux's" };

/** Exchanges two entries in one step, which Node cannot. */
function exchange(one: string, other: string): void {
  const renameat2 = koffi
    .load(null)
    .func(
      "int renameat2(int from, const char *one, int to, const char *other, unsigned int flags)",
    );
  const fromHere = -100;
  const exchangeBoth = 2;
  assert.equal(renameat2(fromHere, one, fromHere, other, exchangeBoth), 0);
}

test("a directory exchanged with a file is reported after the file's end", onLinux, async () => {
  const root = mkdtempSync(join(tmpdir(), "unf-exchange-"));
  try {
    mkdirSync(join(root, "directory"));
    writeFileSync(join(root, "directory/inside"), "");
    writeFileSync(join(root, "file"), "");
    const hints: Hint[] = [];
    await using watch = await new InotifyBackend(loadLibc()).watch(
      root as AbsPath,
      { covers: () => true },
      (batch) => hints.push(...batch),
    );
    exchange(join(root, "directory"), join(root, "file"));
    assert.equal(await watch.barrier(5000), "ok");
    const last = (path: string) => hints.findLast((hint) => "path" in hint && hint.path === path);
    assert.equal(last("file")?.kind, "directory");
    assert.equal(last("directory")?.kind, "touched");
    assert.equal(watch.directories, 2);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("two directories exchanged in one step are both watched on", onLinux, async () => {
  const root = mkdtempSync(join(tmpdir(), "unf-exchange-"));
  try {
    mkdirSync(join(root, "one/deep"), { recursive: true });
    mkdirSync(join(root, "two/other"), { recursive: true });
    const hints: Hint[] = [];
    await using watch = await new InotifyBackend(loadLibc()).watch(
      root as AbsPath,
      { covers: () => true },
      (batch) => hints.push(...batch),
    );
    exchange(join(root, "one"), join(root, "two"));
    assert.equal(await watch.barrier(5000), "ok");
    assert.equal(watch.directories, 5);
    for (const path of ["one/other/late", "two/deep/late"]) {
      writeFileSync(join(root, path), "");
      assert.equal(await watch.barrier(5000), "ok");
      assert.ok(hints.some((hint) => "path" in hint && hint.path === path));
    }
  } finally {
    rmSync(root, { recursive: true });
  }
});
