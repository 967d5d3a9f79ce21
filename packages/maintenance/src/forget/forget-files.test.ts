import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import {
  type AbsPath,
  type BlobId,
  encodeUtf8,
  type ProjectId,
  type SnapshotId,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ForgetOrder } from "@unf/core/forget";
import { lostSpoolDirectory, objectsDirectory, rescuesDirectory } from "@unf/core/home";
import { homeFiles, openFileSystem } from "@unf/system";
import { digest } from "@unf/system/digest";
import {
  listNamedFiles,
  listRescuedContents,
  listTextFiles,
  readLooseTexts,
} from "./forget-files.ts";

const id = "a".repeat(16) as ProjectId;

function tempHome(): Disposable & { readonly home: AbsPath } {
  const home = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "unf-forget-"))) as AbsPath;
  return { home, [Symbol.dispose]: () => fs.rmSync(home, { recursive: true }) };
}

const portsOf = (home: AbsPath) => ({ home, files: homeFiles, fs: openFileSystem(), digest });

function put(directory: string, name: string, size = 0): string {
  fs.mkdirSync(directory, { recursive: true });
  const path = join(directory, name);
  fs.writeFileSync(path, "");
  fs.truncateSync(path, size);
  return path;
}

const stretch = 1 << 20;

/** Larger than what can be read in one go, which takes seconds; else many stretches. */
const huge = process.env.UNF_TEST_FORM === "long" ? 2 ** 31 + 4096 : 64 * stretch;

test("texts of any size are looked through, and what crosses a stretch is found", () => {
  using temp = tempHome();
  const { home } = temp;
  put(lostSpoolDirectory(home), "hole", huge);
  const crossing = put(lostSpoolDirectory(home), "crossing", 3 * stretch);
  const file = fs.openSync(crossing, "r+");
  fs.writeSync(file, "a secret of seventeen", stretch - 8);
  fs.closeSync(file);
  const small = put(join(objectsDirectory(home), "tmp"), "small");
  fs.writeFileSync(small, "x a secret of seventeen y");
  put(lostSpoolDirectory(home), "empty");
  const needle = encodeUtf8("a secret of seventeen");
  assert.deepEqual(listTextFiles(portsOf(home), [needle]).sort(), [crossing, small].sort());
  const lengths = [...readLooseTexts(portsOf(home), 100)].map(({ length }) => length);
  assert.ok(lengths.length < 10, `holes are passed over: ${lengths}`);
  assert.ok(Math.max(...lengths) <= stretch + 100, `read a stretch at a time: ${lengths}`);
});

test("what a name decides is found without reading, and a rescued file only up to what can be recorded", () => {
  using temp = tempHome();
  const { home } = temp;
  const rescues = rescuesDirectory(home, id);
  const large = limits.capture.fileBytesMax + 1;
  const meant = put(join(rescues, "op-3/dir"), "key.bin~2", large);
  put(join(rescues, "op-3/dir"), "other.bin", large);
  const upTo = 9 as SnapshotId;
  const order: ForgetOrder = { kind: "path", pattern: "/dir/key.bin", upTo, hashes: [] };
  assert.deepEqual(listNamedFiles(portsOf(home), id, [order]), [meant]);
  assert.deepEqual(listRescuedContents(portsOf(home), id, new Set(["0".repeat(64) as BlobId])), []);
});
