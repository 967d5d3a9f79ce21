import assert from "node:assert/strict";
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Hint } from "@unf/core/ports";
import { until } from "../kit/index.ts";
import { setStage } from "./watcher-stage.ts";

// Behaviour that only the kernel's own interface can show.

const onLinux = { skip: process.platform === "linux" ? false : "inotify is Linux's" };

function isTouched(path: string, closed: boolean): (hint: Hint) => boolean {
  return (hint) => hint.kind === "touched" && hint.path === path && hint.closed === closed;
}

/** Descriptors of this process that are inotify, epoll or eventfd ones. */
function kernelDescriptors(): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return /inotify|eventpoll|eventfd/.test(readlinkSync(`/proc/self/fd/${fd}`));
    } catch {
      return false;
    }
  }).length;
}

describe("the inotify backend", onLinux, () => {
  test("says closed when the writer closes the file, and not before", async () => {
    await using stage = await setStage("inotify");
    const fd = openSync(join(stage.root, "file"), "w");
    writeSync(fd, "half");
    fsyncSync(fd);
    assert.equal(await stage.watch.barrier(5000), "ok");
    assert.ok(stage.model.hints.some(isTouched("file", false)));
    assert.ok(!stage.model.hints.some(isTouched("file", true)));
    closeSync(fd);
    assert.equal(await stage.watch.barrier(5000), "ok");
    assert.ok(stage.model.hints.some(isTouched("file", true)));
  });

  test("says closed of a file that was moved into place", async () => {
    await using stage = await setStage("inotify");
    stage.write("../outside/file");
    renameSync(join(stage.outside, "file"), join(stage.root, "file"));
    assert.equal(await stage.watch.barrier(5000), "ok");
    assert.deepEqual(stage.model.hints, [{ kind: "touched", path: "file", closed: true }]);
  });

  test("tells that the root was moved", async () => {
    await using stage = await setStage("inotify");
    renameSync(stage.root, join(stage.outside, "away"));
    await until("the loss is reported", () => stage.model.has("root_lost"));
    assert.deepEqual(stage.model.hints, [{ kind: "root_lost", why: "moved" }]);
  });

  test("has delivered everything when a barrier resolves: 20 times after 200 writes", async () => {
    await using stage = await setStage("inotify");
    for (let round = 0; round < 20; round += 1) {
      for (let n = 0; n < 200; n += 1) stage.write(`d${n % 7}/new${round}/f${n}`);
      assert.equal(await stage.watch.barrier(5000), "ok");
      assert.deepEqual(stage.model.differences(), []);
    }
  });

  test("serves barriers at the same time, and ends those of a closed watch", async () => {
    await using stage = await setStage("inotify");
    const some = Array.from({ length: 10 }, () => stage.watch.barrier(5000));
    assert.deepEqual(new Set(await Promise.all(some)), new Set(["ok"]));
    const pending = stage.watch.barrier(5000);
    await stage.watch[Symbol.asyncDispose]();
    assert.equal(await pending, "unsupported");
    assert.equal(await stage.watch.barrier(5000), "unsupported");
  });

  test("leaves no descriptor behind", async () => {
    const before = kernelDescriptors();
    for (let round = 0; round < 3; round += 1) {
      await using one = await setStage("inotify");
      await using other = await setStage("inotify");
      one.write("file");
      other.write("file");
      await one.model.agrees("while both are watched");
      assert.ok(kernelDescriptors() > before);
    }
    assert.equal(kernelDescriptors(), before);
  });
});
