import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { listNames, readHead, readTail } from "./read-head.ts";

test("the beginning of a file is read, and nothing else is waited for", () => {
  const root = mkdtempSync(join(tmpdir(), "unf-head-"));
  try {
    const file = join(root, "file");
    writeFileSync(file, "0123456789");
    assert.equal(readHead(file, 4), "0123");
    assert.equal(readHead(file, 400), "0123456789");
    assert.equal(readTail(file, 4), "6789");
    assert.equal(readTail(file, 400), "0123456789");
    assert.deepEqual(
      [readTail(file, 3, 5), readTail(file, 9, 2), readTail(file, 3, -1)],
      ["234", "01", ""],
    );
    assert.deepEqual([listNames(root), listNames(file)], [["file"], []]);
    assert.equal(readTail(root, 4), undefined);
    assert.equal(readHead(join(root, "none"), 4), undefined);
    assert.equal(readHead(root, 4), undefined);
    assert.equal(readHead("\0", 4), undefined);
    if (process.platform === "win32") return;
    execFileSync("mkfifo", [join(root, "pipe")]);
    assert.equal(readHead(join(root, "pipe"), 4), undefined);
    assert.equal(readHead("/dev/zero", 4), undefined);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
