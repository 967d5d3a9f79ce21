import assert from "node:assert/strict";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { AbsPath, WallMs } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import { openHome } from "@unf/system";
import { openTimeline } from "@unf/timeline";
import { examineApart } from "./examine-apart.ts";
import { examineTimeline, projectId } from "./over-home.ts";

test("a process of its own finds in a timeline what this one finds", async () => {
  const home = mkdtempSync(join(tmpdir(), "unf-examine-")) as AbsPath;
  try {
    openHome(home, { create: true });
    const root = "/p" as AbsPath;
    const project = projectId(root);
    const file = timelinePath(home, project);
    mkdirSync(dirname(file), { recursive: true });
    const create = { project, root, dev: 1n, ino: 1n, createdAt: 0 as WallMs };
    openTimeline(file, () => undefined, { create })[Symbol.dispose]();

    assert.equal(
      await examineApart(home, project, "full"),
      undefined,
      "a small one is examined here",
    );
    for (const how of ["quick", "full"] as const)
      assert.deepEqual(await examineApart(home, project, how, 0), { wrong: [], isBroken: false });

    const written = openSync(file, "r+");
    // The root of an index, as an empty timeline has it.
    const at = statSync(file).size - 8 * 4096;
    writeSync(written, Buffer.alloc(4096, 7), 0, 4096, at);
    closeSync(written);
    const full = await examineApart(home, project, "full", 0);
    assert.equal(full?.isBroken, true);
    assert.deepEqual(full, examineTimeline(home, project, "full"));
    const quick = await examineApart(home, project, "quick", 0);
    assert.equal(quick?.isBroken, true);
    assert.deepEqual(quick, examineTimeline(home, project, "quick"));

    rmSync(file);
    assert.equal(await examineApart(home, project, "full", 0), undefined, "there is none");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
