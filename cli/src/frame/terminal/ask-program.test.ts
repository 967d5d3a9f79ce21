import assert from "node:assert/strict";
import { test } from "node:test";
import { askProgram } from "./ask-program.ts";

const bounds = { cwd: "/", timeoutMs: 60_000, bytesMax: 100 };
const ask = (script: string, more: Partial<typeof bounds> = {}) =>
  askProgram([process.execPath, "-e", script], { ...bounds, ...more });

test("what a program prints is its answer, byte for byte", async () => {
  const answer = await ask("process.stdout.write(Buffer.of(65, 0, 255))");
  assert.deepEqual([...(answer ?? [])], [65, 0, 255]);
});

test("one that fails, is not there, says too much or does not end has no answer", async () => {
  assert.equal(await ask("console.log('no'); process.exitCode = 1"), undefined);
  assert.equal(await askProgram(["/nowhere/git"], bounds), undefined);
  assert.equal(await ask("1", { cwd: "/nowhere" }), undefined);
  assert.equal(await ask("console.log('x'.repeat(1000))"), undefined);
  assert.equal(await ask("setInterval(() => 0, 1000)", { timeoutMs: 200 }), undefined);
});
