import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { openProcessWorld } from "../process-world.ts";
import { run } from "../run.ts";
import { openHost } from "./open-host.ts";

test("whatever is asked for over a protocol of agents, an agent asks for it", async () => {
  const root = mkdtempSync(join(tmpdir(), "unf-host-"));
  try {
    const env = { HOME: root, UNF_HOME: join(root, "home") };
    for (const words of [
      ["stop", "--yes"],
      ["config", "set", "filter.exclude_dirs", "src", "-y"],
    ]) {
      const printed = { stdout: "", stderr: "" };
      const keep = (stream: keyof typeof printed) => ({
        write: (content: string | Uint8Array) => {
          printed[stream] += String(content);
        },
      });
      const streams = { stdout: keep("stdout"), stderr: keep("stderr") };
      const world = { ...openProcessWorld(), ...streams, env, ask: () => "set" };
      await run(words, { ...world, servesAgent: true }, words);
      assert.match(printed.stderr, /only a person may .* \(an agent asks for it\)/);
      assert.equal(printed.stdout, "");
    }
    assert.equal(existsSync(env.UNF_HOME), false);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("nothing is ordered for an agent but what is declared, and nobody is asked for it", async () => {
  const root = mkdtempSync(join(tmpdir(), "unf-host-")) as AbsPath;
  try {
    const env = { HOME: root, UNF_HOME: join(root, "home") };
    const ask = () => assert.fail("somebody was asked");
    const host = openHost({ world: { ...openProcessWorld(), env, ask } }, root);
    for (const name of ["stop", "config", "prune", "forget"]) {
      const answered = await host.carryOut(name as "oops", root, { kind: "burst" }, { said: [] });
      assert.equal(answered.kind, "failed", name);
    }
    for (const answered of [
      await host.plan("oops", root, { kind: "burst" }),
      await host.carryOut("oops", root, { kind: "burst" }, { said: ["oops"] }),
    ]) {
      assert.ok(answered.kind === "failed");
      assert.equal(answered.code, "not_watched");
    }
    assert.equal(existsSync(env.UNF_HOME), false);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("a question that has no answer says why, in words of the errors' own", async () => {
  const root = mkdtempSync(join(tmpdir(), "unf-host-")) as AbsPath;
  try {
    const env = { HOME: root, UNF_HOME: join(root, "home"), UNF_PROJECT: "/elsewhere" };
    const host = openHost({ world: { ...openProcessWorld(), env } }, root);
    const asked = { word: join(root, "a"), at: undefined, version: undefined };
    const answered = await host.answer("show", root, asked);
    assert.ok(answered.kind === "failed");
    assert.equal(answered.code, "not_watched");
    assert.match(answered.message, /is not the root of a watched project/);
    assert.ok(!answered.message.includes("elsewhere"), "the project of the call counts");
    assert.equal(existsSync(env.UNF_HOME), false);
  } finally {
    rmSync(root, { recursive: true });
  }
});
