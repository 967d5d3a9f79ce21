import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { countOtherWatches, countWatches } from "./inotify.ts";

const skip = process.platform === "linux" ? false : "there is no inotify";

test("watches are counted by process, and those of others beside one of them", {
  skip,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), "unf-inotify-"));
  const watches = `for (const at of [${JSON.stringify(directory)}, "/"]) process.getBuiltinModule("node:fs").watch(at);
    console.log("watching");`;
  const child = spawn(process.execPath, ["-e", watches], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(child.stdout, "data");
    const { pid } = child;
    assert.ok(pid !== undefined);
    assert.equal(countWatches(pid), 2);
    assert.ok(countOtherWatches(process.pid).count >= 2);
    assert.equal(countWatches(2 ** 31 - 1), undefined, "no such process");
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
});
