// Plays scenes that cannot be tried in the test's own process: node watcher-child.ts <backend> <scene>
// Throws, and so ends with another code than expected, when something is not as it should be.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { BackendName } from "@unf/core/config";
import { until } from "../kit/index.ts";
import { setStage } from "./watcher-stage.ts";

const [backend, scene] = process.argv.slice(2) as [BackendName, string];
const directories = Array.from({ length: 60 }, (_, n) => `d${n}/inside`);

/** Sets a limit of this process's user namespace. */
function setLimit(name: string, value: number): void {
  writeFileSync(`/proc/sys/user/max_inotify_${name}`, String(value));
}

/** Watches a tree until the process ends. */
async function leaveOpen(): Promise<void> {
  const stage = await setStage(backend, { before: ({ write }) => write("a/b") });
  process.on("exit", () => rmSync(dirname(stage.root), { recursive: true }));
}

const scenes: Record<string, () => Promise<void>> = {
  /** Every directory is watched or reported, and watching again works once there is room. */
  async watches() {
    setLimit("watches", 30);
    await using stage = await setStage(backend, {
      before: ({ write }) => directories.forEach((directory) => void write(`${directory}/file`)),
    });
    await until("the refusals are reported", () => stage.model.has("unwatched"));
    assert.equal(stage.watch.directories, 30);
    for (const directory of directories) stage.write(`${directory}/late`);
    const refused = () =>
      stage.model.hints.flatMap((hint) => (hint.kind === "unwatched" ? [hint] : []));
    const isKnown = (directory: string) =>
      stage.model.about(`${directory}/late`).length > 0 ||
      refused().some(({ path }) => directory.startsWith(path));
    await until("each late file is hinted at, or was announced", () => directories.every(isKnown));
    assert.ok(refused().every(({ code }) => code === "ENOSPC"));
    assert.ok(stage.model.differences().length > 0, "the limit made a difference");
    setLimit("watches", 1000);
    await stage.watch.rewatch("" as never);
    await stage.model.agrees("after watching again");
    assert.equal(stage.watch.directories, 121);
    for (const directory of directories) stage.write(`${directory}/later`);
    await stage.model.agrees("after later edits");
  },

  /** Without a single instance the whole root is reported, and watching again recovers it. */
  async instances() {
    setLimit("instances", 0);
    await using stage = await setStage(backend, { before: ({ write }) => write("a/b/c") });
    await until("the refusal is reported", () => stage.model.has("unwatched"));
    assert.deepEqual(stage.model.hints, [{ kind: "unwatched", path: "", code: "EMFILE" }]);
    assert.equal(stage.watch.directories, 0);
    setLimit("instances", 10);
    stage.write("a/b/d");
    await stage.watch.rewatch("" as never);
    await stage.model.agrees("after watching again");
    stage.write("a/b/e");
    await stage.model.agrees("after a later edit");
  },

  /** A library that gives up as a whole says so of the whole root, and can be tried again. */
  async refused() {
    setLimit("watches", 3);
    await using stage = await setStage(backend, { before: ({ write }) => write("a/b/c/d/e") });
    await until("the refusal is reported", () => stage.model.has("unwatched"));
    assert.deepEqual(stage.model.hints, [{ kind: "unwatched", path: "", code: "EIO" }]);
    assert.equal(stage.watch.directories, 0);
    setLimit("watches", 1000);
    await stage.watch.rewatch("" as never);
    stage.write("a/b/c/d/f");
    await stage.model.agrees("after watching again");
  },

  /** The kernel has one watch for a directory that stands at two paths. */
  async mounts() {
    await using stage = await setStage(backend, {
      before: ({ root, make, write }) => {
        write("one/deep/file");
        make("two");
        make("one/deep/root");
        execFileSync("mount", ["--bind", join(root, "one"), join(root, "two")]);
        execFileSync("mount", ["--bind", root, join(root, "one/deep/root")]);
      },
    });
    const paths = ["one/deep/file", "two/deep/file"];
    for (const path of paths) stage.write(path);
    const isKnown = (path: string) =>
      stage.model.about(path).length > 0 ||
      stage.model.hints.some((hint) => hint.kind === "unwatched" && path.startsWith(hint.path));
    await until("both are hinted at, or were announced", () => paths.every(isKnown));
    execFileSync("umount", [join(stage.root, "one/deep/root")]);
    execFileSync("umount", [join(stage.root, "two")]);
  },

  /** Files under a mount point come to light without any event of their own. */
  async unmount() {
    await using stage = await setStage(backend, {
      sweeps: true,
      before: ({ root, write }) => {
        write("mount/under/file");
        execFileSync("mount", ["-t", "tmpfs", "tmpfs", join(root, "mount")]);
        write("mount/over/file");
      },
    });
    stage.write("mount/over/late");
    await stage.model.agrees("while it is mounted");
    // A backend that lists it at this moment keeps it busy.
    await until("it can be unmounted", () => {
      return spawnSync("umount", [join(stage.root, "mount")]).status === 0;
    });
    await stage.model.agrees("after it was unmounted");
    stage.write("mount/under/late");
    await stage.model.agrees("after an edit under the mount point");
  },

  async exit() {
    await leaveOpen();
    process.exit(3);
  },

  async throw() {
    await leaveOpen();
    throw new Error("as planned");
  },
};

await scenes[scene]?.();
console.log("done");
