import assert from "node:assert/strict";
import * as disk from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { AbsPath, UnfError } from "@unf/core/base";
import { exportTree } from "@unf/engine";
import { Stage } from "./stage.ts";

// Another user exchanges directories on the way of `restore --to`.

const skip = process.platform === "win32" ? "Windows has neither modes nor these links" : false;
/** Nobody, by custom. */
const stranger = 65_534;

interface Scene extends AsyncDisposable {
  readonly shared: string;
  readonly victim: string;
  /** Exports into `shared/out`; `attack` runs before each file is written. */
  readonly run: (attack: () => void) => Promise<unknown>;
}

/** A directory into which everybody may write, and one that the attacker wants to be written into. */
async function setScene(): Promise<Scene> {
  const stage = new Stage();
  for (const path of ["a.txt", "d/b.txt", "d/e/c.txt"]) stage.write(path, "1\n");
  await stage.start();
  const shared = join(stage.directory, "shared");
  const victim = join(stage.directory, "victim");
  for (const path of [shared, victim]) disk.mkdirSync(path);
  disk.chmodSync(shared, 0o777);
  const rows = stage.rows();
  const run = (attack: () => void) => {
    const content = () => {
      attack();
      return Buffer.from("1\n");
    };
    const ports = { fs: stage.fs, uid: process.getuid?.(), content, breathe: async () => {} };
    return exportTree(ports, rows, join(shared, "out") as AbsPath);
  };
  return { shared, victim, run, [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]() };
}

const isRefused = (thrown: UnfError) => thrown.code === "refused";

test("a directory that is exchanged for a link while files are written is not followed", {
  skip,
}, async () => {
  await using scene = await setScene();
  const inside = join(scene.shared, "out/d");
  await assert.rejects(
    scene.run(() => {
      if (!disk.lstatSync(inside, { throwIfNoEntry: false })?.isDirectory()) return;
      disk.renameSync(inside, join(scene.shared, "away"));
      disk.symlinkSync(scene.victim, inside);
    }),
    isRefused,
  );
  assert.deepEqual(disk.readdirSync(scene.victim), []);
});

test("the directory itself stays the one that was opened, whatever takes its name", {
  skip,
}, async () => {
  await using scene = await setScene();
  const out = join(scene.shared, "out");
  for (const isLink of [true, false]) {
    const away = join(scene.shared, `away-${isLink}`);
    await scene.run(() => {
      if (disk.existsSync(away)) return;
      disk.renameSync(out, away);
      if (isLink) disk.symlinkSync(scene.victim, out);
      else disk.mkdirSync(out);
    });
    assert.deepEqual(disk.readdirSync(isLink ? scene.victim : out), []);
    assert.deepEqual(disk.readdirSync(away).sort(), ["a.txt", "d"]);
    disk.rmSync(out, { recursive: true });
  }
});

test("a directory on the way that becomes a link before anything is opened is not followed", {
  skip,
}, async () => {
  await using scene = await setScene();
  disk.symlinkSync(scene.victim, join(scene.shared, "out"));
  await assert.rejects(
    scene.run(() => undefined),
    isRefused,
  );
  assert.deepEqual(disk.readdirSync(scene.victim), []);
});

test("an empty directory that another user made is refused", {
  skip: process.getuid?.() === 0 ? skip : "giving a directory away takes root",
}, async () => {
  await using scene = await setScene();
  const out = join(scene.shared, "out");
  disk.mkdirSync(out);
  disk.lchownSync(out, stranger, stranger);
  await assert.rejects(
    scene.run(() => undefined),
    isRefused,
  );
  assert.deepEqual(disk.readdirSync(out), []);
});

test("in a directory that everybody may write into, all is written when nobody interferes", {
  skip,
}, async () => {
  await using scene = await setScene();
  assert.deepEqual(await scene.run(() => undefined), { files: 3, bytes: 6 });
  assert.equal(disk.readFileSync(join(scene.shared, "out/d/e/c.txt"), "utf8"), "1\n");
});
