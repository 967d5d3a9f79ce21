import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { backendNames } from "@unf/core/config";
import { until } from "../kit/index.ts";
import { onDisk } from "./watcher-model.ts";
import { setStage } from "./watcher-stage.ts";

// Where watching ends: full queues, exhausted limits, forbidden directories, the end of the process.

const onLinux = { skip: process.platform === "linux" ? false : "these backends are Linux's" };
const child = fileURLToPath(new URL("./watcher-child.ts", import.meta.url));
const nobody = 65_534;

/** Why a test that needs a user namespace of its own cannot run here, or false. */
function withoutNamespace(): string | false {
  const tried = spawnSync("unshare", ["-Urm", "true"]);
  return tried.status === 0 ? false : "unshare -Urm is not allowed here";
}

/** Runs a scene of `watcher-child.ts`, by default in namespaces of its own; gives its output. */
function runScene(backend: string, scene: string, namespaces = ["unshare", "-Urm"]) {
  const [program = process.execPath, ...args] = [
    ...namespaces,
    process.execPath,
    child,
    backend,
    scene,
  ];
  return spawnSync(program, args, { encoding: "utf8", timeout: 60_000 });
}

for (const backend of backendNames) {
  /** These know nothing of lost events; the sweeps they ask for come instead. */
  const isBlind = backend === "parcel" || backend === "polling";
  const makesUp = isBlind
    ? "makes up by sweeps for an overflow of the kernel's queue"
    : "reports an overflow of the kernel's queue; watching again makes up for it";

  describe(`the ${backend} backend at its limits`, onLinux, () => {
    test(makesUp, async (t) => {
      const limit = Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"));
      if (limit > 50_000) return t.skip(`a queue of ${limit} events is too long to fill`);
      await using stage = await setStage(backend, {
        before: ({ make }) => make("d"),
        sweeps: true,
      });
      // Nothing is read meanwhile, because this process waits for its child. In turns, because the
      // kernel keeps one of two same events that follow each other.
      const script = `
        const { mkdirSync, writeFileSync } = require("node:fs");
        for (let n = 0; n < ${limit}; n += 1) writeFileSync("d/" + (n % 2), "x");
        mkdirSync("d/lost/deep", { recursive: true });
        writeFileSync("d/lost/deep/file", "x");`;
      const writer = spawnSync(process.execPath, ["-e", script], { cwd: stage.root });
      assert.equal(writer.status, 0, String(writer.stderr));
      if (!isBlind) {
        const overflow = await until("the overflow is reported", () =>
          stage.model.hints.find((hint) => hint.kind === "overflow"),
        );
        assert.deepEqual(overflow, { kind: "overflow", proven: backend === "inotify" });
      }
      await stage.model.agrees("after the overflow");
      stage.write("d/lost/deep/late");
      await stage.model.agrees("after an edit in a directory whose creation was lost");
    });

    // Without r a directory cannot be watched; with r alone nothing in it can be.
    for (const [mode, path, watched] of [
      [0o000, "open/shut", 2],
      [0o444, "open/shut/deep", 3],
    ] as const) {
      test(`reports what mode ${mode.toString(8)} forbids, and watches it once it may`, async (t) => {
        if (process.geteuid?.() !== 0) return t.skip("only root can become somebody else");
        if (backend === "parcel") return t.skip("its thread does not survive that");
        await using stage = await setStage(backend, {
          before: ({ root, write }) => {
            write("open/shut/deep/file");
            for (const path of ["", "open", "open/shut", "open/shut/deep"]) {
              chownSync(onDisk(root, path), nobody, nobody);
            }
            chmodSync(dirname(root), 0o755);
            chmodSync(onDisk(root, "open/shut"), mode);
            process.seteuid?.(nobody);
          },
        }).finally(() => process.seteuid?.(0));
        await until("the refusal is reported", () => stage.model.has("unwatched"));
        if (!(isBlind && mode === 0o444)) {
          assert.deepEqual(stage.model.hints, [{ kind: "unwatched", path, code: "EACCES" }]);
        }
        stage.watches(watched);
        chmodSync(onDisk(stage.root, "open/shut"), 0o755);
        await until("all is watched", () => stage.watch.directories === 4);
        stage.write("open/shut/deep/late");
        await stage.model.agrees("after it was opened");
      });
    }

    const namespaced = { skip: withoutNamespace() };
    for (const [scene, claim, notOf] of [
      ["watches", "reports every directory beyond the limit of watches", ["parcel", "polling"]],
      ["instances", "reports the root when no instance is left", ["parcel", "polling"]],
      ["refused", "reports the root when it cannot subscribe", ["inotify", "directory", "polling"]],
      ["mounts", "leaves no directory unannounced that is mounted at two paths", ["parcel"]],
      ["unmount", "watches what comes to light when a file system is unmounted", []],
    ] as const) {
      if (notOf.some((name) => name === backend)) continue;
      test(claim, namespaced, () => {
        const { stdout, stderr } = runScene(backend, scene);
        assert.equal(stdout, "done\n", stderr);
      });
    }

    test("lets the process end, by process.exit and by a failure", () => {
      assert.equal(runScene(backend, "exit", []).status, 3);
      const failed = runScene(backend, "throw", []);
      assert.equal(failed.status, 1);
      assert.match(failed.stderr, /as planned/);
    });
  });
}
