import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, WallMs } from "@unf/core/base";
import type { AgentEvent } from "@unf/core/sessions";
import { canonicalEvent } from "./canonical-event.ts";
import { claimedPaths } from "./claimed-paths.ts";

/** A disk with the project `/real` and links to it and to a file in it. */
const links: Readonly<Record<string, string>> = {
  "/": "/",
  "/real": "/real",
  "/real/src": "/real/src",
  "/link": "/real",
  "/link/src": "/real/src",
  "/link/src/pointer": "/real/other",
};

async function canonical(cwd: string | null, ...paths: string[]): Promise<unknown> {
  const claims = paths.map((path) => ({ path: path as AbsPath }));
  const event: AgentEvent = {
    agent: "codex",
    session: "s",
    at: 0 as WallMs,
    cwd: cwd as AbsPath | null,
    what: {
      kind: "tool_start",
      use: { call: null, tool: "Edit", reach: { kind: "paths", paths: claims } },
    },
  };
  const asked: string[] = [];
  const moved = await canonicalEvent(event, async (path) => {
    asked.push(path);
    return links[path] as AbsPath | undefined;
  });
  assert.equal(new Set(asked).size, asked.length, "nothing is asked twice");
  return [moved.cwd, ...claimedPaths(moved).map(({ path }) => path)];
}

test("links in the way are followed, also to what is not there yet", async () => {
  assert.deepEqual(await canonical("/link/src", "/link/src/a", "/link/new/deep/b", "/c"), [
    "/real/src",
    "/real/src/a",
    "/real/new/deep/b",
    "/c",
  ]);
});

test("a claimed link is itself what is claimed", async () => {
  assert.deepEqual(await canonical(null, "/link/src/pointer"), [null, "/real/src/pointer"]);
});

test("a directory that is gone keeps its name", async () => {
  assert.deepEqual(await canonical("/gone/away", "/"), ["/gone/away", "/"]);
});
