import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { openPastWorld, type PastWorld } from "../conformance/past-world.ts";
import { runUnf, until } from "../kit/index.ts";
import { agentAbove } from "./agent-above.ts";
import { startAsPerson } from "./person.ts";

const hour = 3_600_000;

/** A file with two versions, that one was restored and the other is there. */
async function openWorld(): Promise<PastWorld> {
  const at = (hoursAgo: number) => (Date.now() - hoursAgo * hour) as WallMs;
  const acts = [
    { at: at(3), path: "a.txt", text: "one\n" },
    { at: at(2), path: "a.txt", text: "two\n" },
    { at: at(2), path: "b.txt", text: "gone\n" },
  ];
  const world = openPastWorld(acts, (words, home) => runUnf(words, { home }));
  const restored = await world.unf("restore", "a.txt", "--at", "v1", "--yes");
  assert.equal(restored.code, 0, restored.stderr);
  return world;
}

/** A browser with the page of `unf ui`, started with these words above it. */
async function openPage({ home }: PastWorld, how: Parameters<typeof startAsPerson>[2]) {
  const run = await startAsPerson(home, ["ui", "--no-open"], how);
  const address = await until("it serves", () => /http:\S+/.exec(run.said())?.[0]);
  const opened = await fetch(address, { redirect: "manual" });
  const cookie = String(opened.headers.get("set-cookie")).split(";")[0] ?? "";
  const at = (path: string) => new URL(path, address);
  return {
    run,
    get: async (path: string) => {
      const response = await fetch(at(path), { headers: { cookie } });
      return response.json() as Promise<Readonly<Record<string, unknown>>>;
    },
    post: async (path: string, body: object) => {
      const headers = { cookie, "x-unf-ui": "1", "content-type": "application/json" };
      const request = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await fetch(at(path), request);
      const value = (await response.json()) as { readonly error?: { readonly code: string } };
      return { status: response.status, value };
    },
  };
}

/** Every order of the page. */
function ordersOf(project: string): readonly (readonly [string, object])[] {
  const paths = [join(project, "a.txt")];
  return [
    ["restore", { project, paths, version: "v2" }],
    ["restore", { project, paths, version: "v2", part: true }],
    ["oops", { project, burst: true }],
    ["oops", { project, turn: "t-1" }],
    ["oops", { project, session: "s" }],
    ["undo", { project }],
    ["redo", { project }],
    ["bring-back", { project, paths: [join(project, "b.txt")] }],
    ["checkpoint", { project, label: "mine" }],
  ];
}

test("started below an agent the page only shows: whatever changes anything is refused", {
  skip: process.platform === "win32" ? "processes above are not seen" : false,
}, async () => {
  await using world = await openWorld();
  const { home } = world;
  const listed = async (...words: string[]) => {
    const { generated_at: _, ...list } = JSON.parse((await world.unf(...words, "--json")).stdout);
    return list;
  };
  const states = async () => ({
    text: readFileSync(join(home.project, "a.txt"), "utf8"),
    ops: await listed("ops"),
    checkpoints: await listed("checkpoint", "--list"),
  });
  const before = await states();
  assert.equal(before.ops.operations.length, 1);
  const ways: Parameters<typeof startAsPerson>[2][] = [
    { via: agentAbove(home) },
    { env: { CLAUDECODE: "1" } },
  ];
  for (const how of ways) {
    const page = await openPage(world, how);
    const self = await page.get("/api/self");
    assert.equal(self.read_only, true);
    assert.match(String(self.reason), /agent/);
    for (const [name, body] of ordersOf(home.project)) {
      const { status, value } = await page.post(`/api/plan/${name}`, body);
      assert.deepEqual([status, value.error?.code], [403, "refused"], name);
    }
    assert.equal((await page.post("/api/apply", { plan: "guessed" })).status, 403);
    assert.equal((await page.post("/join", { nonce: "n", proof: "p" })).status, 403);
    assert.equal(existsSync(join(home.unfHome, "run/ui.json")), false, "no person is led there");
    const q = encodeURIComponent(JSON.stringify({ project: home.project }));
    const { happenings } = await page.get(`/api/ask/happenings?q=${q}`);
    assert.ok(Array.isArray(happenings) && happenings.length > 0, "it shows");
    if (how?.via === undefined) continue;
    page.run.signal("SIGTERM");
    await page.run.ended();
    const { status } = await page.post("/api/plan/undo", { project: home.project });
    assert.equal(status, 403, "also when the agent has gone");
  }
  assert.deepEqual(await states(), before);
});

test("an agent is given no page of a server that a person started", {
  skip: process.platform === "win32" ? "processes above are not seen" : false,
}, async () => {
  await using world = await openWorld();
  const { home } = world;
  const own = await openPage(world, {});
  assert.equal((await own.get("/api/self")).read_only, false);
  for (const [name, body] of ordersOf(home.project)) {
    const { status } = await own.post(`/api/plan/${name}`, body);
    assert.notEqual(status, 403, `${name} is refused to agents only`);
  }
  const agents = await openPage(world, { via: agentAbove(home) });
  assert.equal((await agents.get("/api/self")).read_only, true);
});
