import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { createFilter } from "@unf/core/filter";
import type { Timeline } from "@unf/core/ports";
import { configuredPolicy } from "@unf/core/retention";
import { decayProject, oopsProject } from "@unf/engine";
import { FakeClock } from "../kit/fake-clock.ts";
import { Agent, claim, liveStage, tick } from "./agent.ts";
import { Stage } from "./stage.ts";

const binary = (text: string) => Buffer.from(`\0${text}\n${text}\n`);

function binaryStage(): Stage {
  const clock = new FakeClock({ start: Date.now() });
  return new Stage({ clock, config: { "record.binary": true } });
}

async function put(stage: Stage, path: string, content: string | Uint8Array): Promise<void> {
  await tick(stage);
  stage.save(path, content);
  await tick(stage);
  await stage.flush();
}

test("binary files are recorded where that is asked for, without lines, and come back", async () => {
  await using stage = binaryStage();
  stage.write("logo.png", binary("1"));
  stage.write("data", binary("1"));
  stage.write("server.pem", binary("key"));
  stage.write("key.txt", "-----BEGIN RSA PRIVATE KEY-----\n");
  await stage.start();
  const before = await stage.flush();
  assert.ok(before !== null);
  await put(stage, "logo.png", binary("2"));
  await put(stage, "data", "text\n");
  const told = stage.rows().map(({ path, event, counts, unrecordable }) => {
    return [path, event, counts?.lines, unrecordable];
  });
  assert.deepEqual(told, [
    ["data", "create", undefined, undefined],
    ["logo.png", "create", undefined, undefined],
    ["logo.png", "modify", undefined, undefined],
    ["data", "modify", 1, undefined],
  ]);
  await stage.restore({ target: { id: before } });
  for (const path of ["logo.png", "data"])
    assert.deepEqual(disk.readFileSync(stage.at(path)), binary("1"));
  await stage.invert("undo");
  assert.deepEqual(disk.readFileSync(stage.at("logo.png")), binary("2"));
});

test("a binary file of which only the digest was recorded is kept from when that is asked for", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "text\n");
  await stage.start();
  await put(stage, "a.txt", binary("1"));
  assert.equal(stage.rows("a.txt")[1]?.unrecordable, "binary");
  const filter = createFilter({ binary: true }, { read: () => undefined });
  const { maxFileBytes } = stage.project.context;
  await stage.project.reconfigure({ filter, maxFileBytes });
  const last = stage.rows("a.txt").at(-1);
  assert.deepEqual([last?.id, last?.unrecordable], [3, undefined]);
  const head = stage.timeline.head("a.txt" as RelPath);
  assert.equal(head?.withheld, undefined);
});

test("an oops brings the binary file back that an agent changed, and merges nothing into a person's", async () => {
  await using stage = binaryStage();
  for (const name of ["a.png", "b.png"]) stage.write(name, binary("1"));
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "draw" });
  for (const name of ["a.png", "b.png"])
    await agent.use(claim(stage, name), () => put(stage, name, binary("agent")));
  await agent.tell({ kind: "stop" });
  const mine = Buffer.concat([binary("agent"), Buffer.from("mine\n")]);
  await put(stage, "b.png", mine);
  const { applied } = await oopsProject(stage.project, {
    request: { kind: "last", count: 1, agent: null },
    planId: undefined,
    argv: ["oops"],
  });
  assert.deepEqual(
    applied.map(({ action }) => [action.kind, action.path, "why" in action && action.why]),
    [
      ["write", "a.png", false],
      ["kept", "b.png", "changed_since"],
    ],
  );
  assert.deepEqual(disk.readFileSync(stage.at("a.png")), binary("1"));
  assert.deepEqual(disk.readFileSync(stage.at("b.png")), mine);
});

test("a young project that records no binary file is not walked through", async () => {
  let walks = 0;
  const wrapTimeline = (timeline: Timeline): Timeline =>
    Object.assign(Object.create(timeline), {
      retentionRows: (...asked: Parameters<Timeline["retentionRows"]>) => {
        walks += 1;
        return timeline.retentionRows(...asked);
      },
    });
  for (const isBinary of [false, true]) {
    const clock = new FakeClock({ start: Date.now() });
    const config = { "record.binary": isBinary };
    await using stage = new Stage({ clock, config, wrapTimeline });
    stage.write("a.txt", "1\n");
    await stage.start();
    await stage.flush();
    walks = 0;
    await decayProject(stage.project, configuredPolicy(defaultConfig), clock.wall());
    assert.equal(walks > 0, isBinary);
  }
});

test("of a binary file the newest versions stay, of a text all of the day, and the states of others are told", async () => {
  await using stage = binaryStage();
  await stage.start();
  for (let nth = 1; nth <= 6; nth += 1) {
    await put(stage, "logo.png", binary(`${nth}`));
    await put(stage, "a.txt", `${nth}\n`);
    await stage.clock.advance(60_000);
  }
  const ids = stage.rows("logo.png").map(({ id }) => id);
  const policy = { ...configuredPolicy(defaultConfig), binaryVersions: 3 };
  const now = stage.clock.wall();
  assert.equal(await decayProject(stage.project, policy, now), 3);
  assert.deepEqual(
    stage.rows("logo.png").map(({ id }) => id),
    ids.slice(3),
  );
  assert.equal(stage.rows("a.txt").length, 6);
  const [first] = ids;
  assert.ok(first !== undefined);
  assert.equal(stage.timeline.pathAt("logo.png" as RelPath, { id: first }).kind, "thinned");
  assert.equal(await decayProject(stage.project, policy, now), 0);
});
