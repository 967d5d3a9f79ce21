import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import type { Answered, Host } from "./base/host.ts";
import { serve } from "./serve.ts";

/** A server on streams of values, whose answers come when the test says so. */
function start() {
  // biome-ignore lint/suspicious/noExplicitAny: it stands for the answer to any question
  const begun: ((answered: Answered<any>) => void)[] = [];
  const told: string[] = [];
  const host: Host = {
    version: "1.2.3",
    directory: "/proj" as AbsPath,
    projects: async () => ["/proj" as AbsPath],
    mayRestore: async () => true,
    mayReachOthers: async () => false,
    ownSessions: async () => [],
    answer: () => new Promise((resolve) => begun.push(resolve)),
    plan: () => new Promise((resolve) => begun.push(resolve)),
    carryOut: () => new Promise((resolve) => begun.push(resolve)),
    warn: (text) => told.push(text),
  };
  const stdin = new PassThrough();
  const stdout = new PassThrough({ encoding: "utf8" });
  const over = serve(host, { stdin, stdout });
  const send = (id: number, name: string) => {
    const params = { name, arguments: {} };
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
  };
  return { stdin, stdout, over, send, begun, told };
}

/** Lets everything go on that waits for nothing from outside. */
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("the end of stdin ends it, after the call under way, and no other begins", async () => {
  const { stdin, stdout, over, send, begun } = start();
  send(1, "unf_log");
  send(2, "unf_log");
  await settled();
  assert.equal(begun.length, 1, "one after the other");
  stdin.end();
  await settled();
  const value = { root: "/proj", entries: [], next: null };
  begun[0]?.({ kind: "answered", value, warnings: [] });
  await over;
  assert.equal(begun.length, 1);
  assert.match(String(stdout.read()), /"id":1/);
});

test("it ends when nobody reads what it says", async () => {
  const { stdout, over } = start();
  await settled();
  stdout.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  await over;
});

test("a message that is too long ends it, and what is none is told to the person", async () => {
  const { stdin, over, told } = start();
  stdin.write("nonsense\n");
  await settled();
  assert.equal(told.length, 1);
  stdin.write("x".repeat(17 * 1024 * 1024));
  await over;
  assert.match(told.at(-1) ?? "", /exceeded maximum size/);
});
