import assert from "node:assert/strict";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  lostObjectsDirectory,
  lostPacksDirectory,
  objectsDirectory,
  packsDirectory,
  timelinePath,
  trashDirectory,
} from "@unf/core/home";
import { Contents, packCold } from "@unf/engine";
import { createObjectStore } from "@unf/store";
import { openFileSystem, randomName } from "@unf/system";
import { zstd } from "@unf/system/compression";
import { digest } from "@unf/system/digest";
import { openTimelineReader } from "@unf/timeline";
import { projectId } from "@unf/wiring/recorder";
import { verify, versionsOf } from "./damage.ts";
import { type Story, tellStory } from "./story.ts";

const day = 24 * 3_600_000;
const text = (version: number): string => `first\n${"line\n".repeat(40)}version ${version}\n`;

/** Packs the home as a daemon would that is idle a month later. None may run. */
async function packLater({ home }: Story): Promise<void> {
  const at = home.unfHome as AbsPath;
  const contents = new Contents(
    createObjectStore({
      fs: openFileSystem(),
      directory: objectsDirectory(at),
      trash: trashDirectory(at),
      lostAndFound: lostObjectsDirectory(at),
      packsDirectory: packsDirectory(at),
      lostPacks: lostPacksDirectory(at),
      digest,
      compression: zstd,
      unique: randomName,
    }),
  );
  using timeline = openTimelineReader(timelinePath(at, projectId(home.project as AbsPath)));
  const quiet = () => undefined;
  const report = await packCold({
    now: (Date.now() + 30 * day) as WallMs,
    limits: { ...limits.pack, countMin: 1 },
    contents,
    timelines: [timeline],
    breathe: async () => undefined,
    isIdle: () => true,
    hasRoom: () => true,
    mayWrite: quiet,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  assert.equal(report.packs, 1);
}

function onlyPack({ home }: Story): string {
  const directory = packsDirectory(home.unfHome as AbsPath);
  const [name, ...more] = readdirSync(directory).filter((one) => one.endsWith(".pack"));
  assert.ok(name !== undefined && more.length === 0);
  return join(directory, name);
}

test("packed versions are shown, compared, restored, verified and repaired", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), text(0)));
  for (let version = 1; version < 6; version += 1) {
    writeFileSync(story.at("a.txt"), text(version));
    await story.flush();
  }
  await story.unf("stop");
  await packLater(story);
  await story.unf("start");
  const versions = (await versionsOf(story, "a.txt")).toReversed();
  for (const [at, { id }] of versions.entries()) {
    assert.equal((await story.unf("cat", id)).stdout, text(at));
  }
  const [first, second] = versions;
  assert.ok(first !== undefined && second !== undefined);
  assert.match(
    (await story.unf("diff", "--from", first.id, "--to", second.id)).stdout,
    /-version 0\n\+version 1/,
  );
  await story.unf("restore", "--version", first.id, "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), text(0));
  const sound = await verify(story, 0, "--read-data");
  assert.deepEqual(sound.errors, []);

  // The first of the chain is damaged, and all hang on it; the file on disk still holds the first.
  const pack = onlyPack(story);
  const bytes = readFileSync(pack);
  bytes.fill(0, 24, 34);
  chmodSync(pack, 0o600);
  writeFileSync(pack, bytes);
  assert.equal((await story.tryUnf(["cat", second.id])).code, 7);
  assert.deepEqual((await verify(story, 0)).errors, [], "its index is whole");
  const found = await verify(story, 7, "--read-data");
  assert.ok(found.errors.some(({ kind }) => kind === "pack"));
  const repaired = await verify(story, 0, "--read-data", "--repair");
  assert.deepEqual([repaired.errors, repaired.lost], [[], []]);
  for (const [at, { id }] of versions.entries()) {
    assert.equal((await story.unf("cat", id)).stdout, text(at));
  }
  const kept = readdirSync(lostPacksDirectory(story.home.unfHome as AbsPath));
  assert.equal(kept.length, 1);
});
