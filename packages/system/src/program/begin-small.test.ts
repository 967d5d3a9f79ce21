import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "node:test";
import { daemonOptions } from "./node-options.ts";

test("a program begins anew as the same process, once, with its words and the options that keep it small", {
  skip: process.platform === "win32",
}, () => {
  const program = `
    import { beginSmall } from ${JSON.stringify(new URL("begin-small.ts", import.meta.url).href)};
    beginSmall();
    beginSmall();
    const { OWN, MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_ } = process.env;
    const env = [OWN, MALLOC_ARENA_MAX ?? null, MALLOC_TRIM_THRESHOLD_];
    console.log(JSON.stringify([process.pid, process.execArgv, process.argv.slice(1), ...env]));
  `;
  const words = ["--input-type=module", "-e", program];
  const env = { ...process.env, OWN: "kept", MALLOC_TRIM_THRESHOLD_: "own" };
  const { pid, stdout, stderr, status } = spawnSync(process.execPath, [...words, "a b", "-c"], {
    env,
    encoding: "utf8",
  });
  assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(JSON.parse(stdout), [
    pid,
    [...words, ...daemonOptions],
    ["a b", "-c"],
    ...["kept", null, "own"],
  ]);
});
