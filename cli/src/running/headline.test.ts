import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { formatUtc } from "@unf/core/time";
import type { DaemonStatus, ProjectStatus } from "@unf/protocol";
import { fakeNow } from "../testing/fake-time.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { daemonStatus, shop } from "../testing/shop.ts";

const api = { ...shop, root: "/home/a/src/api" };
const wide = { tty: true, columns: 200 };
const red = "\u001b[1m\u001b[31m";
const green = "\u001b[1m\u001b[32m";
const yellow = "\u001b[33m";

const stopped: Partial<ProjectStatus> = {
  state: "degraded",
  reason: "the disk of /home/a/.unfudged is full",
  stopped_since: formatUtc((fakeNow - 3_600_000) as WallMs),
};

/** A daemon that says of each of these projects that all is well, but for what is given. */
function daemon(...projects: readonly Partial<ProjectStatus>[]): DaemonStatus {
  const [well] = daemonStatus.projects;
  assert.ok(well !== undefined);
  const ids = projects.map((_, index) => `${index + 1}`.padStart(16, "0"));
  const all = projects.map((given, index) => ({ ...well, ...given, id: ids[index] ?? "" }));
  return { ...daemonStatus, projects: all };
}

async function status(setup: FakeSetup, ...args: string[]): Promise<string> {
  return (await runFake(["status", ...args], setup)).stdout;
}

function world(live: DaemonStatus | undefined, more: FakeSetup = {}): FakeSetup {
  const running = { daemon: live, sentinel: 4117, intended: true };
  return { projects: [shop, api], running, ...wide, ...more };
}

test("where the project here is not recorded the first line is red and says since when", async () => {
  const text = await status(world(daemon(stopped, {})));
  const [first = "", second = ""] = text.split("\n");
  assert.ok(first.startsWith(`${red}○ not recording`), first);
  assert.match(first, /nothing of ~\/src\/shop since 12:32/);
  assert.ok(!first.includes(green), first);
  assert.match(second, /STOPPED/);
  const short = await status(world(daemon(stopped, {})), "--short");
  assert.equal(short, "not recording here; recording 1 of 2 projects\n");
});

test("another project's trouble is in the first line, which does not hide that all is well here", async () => {
  const text = await status(world(daemon({}, stopped)));
  assert.ok(text.startsWith(`${yellow}● recording`), text);
  assert.match(text, /but nothing of ~\/src\/api since 12:32/);
  const elsewhere = await status(world(daemon({}, stopped), { cwd: "/home/a/src/api/lib" }));
  assert.ok(elsewhere.startsWith(`${red}○ not recording`), elsewhere);
  assert.match(elsewhere.split("\n")[1] ?? "", /src\/api/, "the project here comes first");
});

test("a project that only sweeps record is yellow, and one that is well is green", async () => {
  const swept = { state: "degraded", reason: "nothing can be watched" } as const;
  assert.match(await status(world(daemon(swept, {}))), /^\S+● recording.*shop by sweeps only/);
  assert.ok((await status(world(daemon({}, {})))).startsWith(`${green}● recording`));
});

test("a directory that is not watched is said to be so before everything else", async () => {
  const setup = world(daemon({}, {}), { cwd: "/home/a/notes" });
  const [first = "", second = ""] = (await status(setup)).split("\n");
  assert.match(first, /○ this directory is not watched.* {3}unf watch \./);
  assert.match(second, /recording/);
  const plain = await status({ ...setup, tty: false });
  assert.match(plain, /^this directory is not watched {3}unf watch \.\nrecording {3}daemon/);
  assert.equal(await status(setup, "--short"), "not watched here; recording 2 projects\n");
  assert.deepEqual(JSON.parse(await status(setup, "--json")).here, {
    watched: false,
    project: null,
    recording: false,
  });
});

test("of one that was watched once its history is named", async () => {
  const former = { ...shop, watched: false };
  const setup = { ...world(daemon({}, {})), projects: [former, api] };
  assert.match(await status(setup), /^\S+○ this directory is not watched; its history is kept/);
});

test("while no daemon runs it says since when, and JSON says that nothing is recorded", async () => {
  const running = {
    daemon: undefined,
    sentinel: undefined,
    intended: false,
    recordedUntil: (fakeNow - 26 * 3_600_000) as WallMs,
  };
  const text = await status({ ...world(undefined), running });
  assert.match(text, /not recording.*since yesterday 11:32: stopped; unf start/);
  const away = JSON.parse(await status(world(daemon(stopped, stopped)), "--json"));
  assert.equal(away.recording, false);
  const part = JSON.parse(await status(world(daemon(stopped, {})), "--json"));
  assert.deepEqual([part.recording, part.healthy], [true, false]);
});
