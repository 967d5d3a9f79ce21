import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { backendNames } from "@unf/core/config";
import type { Hint } from "@unf/core/ports";
import { testSeed } from "../kit/index.ts";
import { setStage } from "./watcher-stage.ts";

const storm = fileURLToPath(new URL("./watcher-storm.ts", import.meta.url));
const onLinux = { skip: process.platform === "linux" ? false : "these backends are Linux's" };
const operations = 3000;
const runs = 3;

/** Runs the storm in a process of its own; resolves when it is over. */
async function runStorm(root: string, seed: number): Promise<void> {
  const child = spawn(process.execPath, [storm, root, String(seed), String(operations)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  assert.equal(code, 0);
  const { failed } = JSON.parse(output);
  assert.ok(failed < operations / 1.2, `the storm did something: ${failed} operations failed`);
}

for (const backend of backendNames) {
  test(
    `the ${backend} backend knows the final state of ${operations} random operations`,
    onLinux,
    async () => {
      const seed = testSeed();
      const isBlind = backend === "parcel" || backend === "polling";
      for (let run = 0; run < (isBlind ? 1 : runs); run += 1) {
        await using stage = await setStage(backend, { sweeps: true });
        await runStorm(stage.root, seed + run);
        await stage.model.agrees(`after the storm of seed ${seed + run}`);
        await runStorm(stage.root, seed + run + 1000);
        await stage.model.agrees(`after the second storm, of seed ${seed + run + 1000}`);
        // inotify says when events are lost; to suspect it there means to have lost a directory.
        const isSuspicion = (hint: Hint) => hint.kind === "overflow" && !hint.proven;
        if (backend === "inotify") assert.ok(!stage.model.hints.some(isSuspicion));
      }
    },
  );
}
