import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { openProcessWorld } from "../process-world.ts";
import { run } from "../run.ts";
import { openHost } from "./open-host.ts";

test("whatever a tool asks for, over MCP an agent asks, and nobody sits at its terminal", async () => {
  const root = mkdtempSync(join(tmpdir(), "unf-host-"));
  try {
    const env = { HOME: root, UNF_HOME: join(root, "home") };
    const world = { ...openProcessWorld(), env, ask: () => "set" };
    const host = openHost({ world, run }, root as AbsPath);
    for (const words of [
      ["stop", "--yes"],
      ["config", "set", "filter.exclude_dirs", "src", "-y"],
    ]) {
      const { stderr, stdout } = await host.run(words, words);
      assert.match(stderr, /only a person may .* \(an agent asks for it\)/);
      assert.equal(stdout, "");
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
    const host = openHost({ world: { ...openProcessWorld(), env }, run }, root);
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
