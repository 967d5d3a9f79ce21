import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core";
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
