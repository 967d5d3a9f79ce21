import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import { digest } from "@unf/system/digest";
import { type Method, watchDisk } from "./broken-disk.ts";
import { Stage } from "./stage.ts";

const binary = Buffer.from("\0binary");
const large = "x".repeat(2000);
const maxFileBytes = 1000;

interface Meddling {
  /** Called at the first look at the content of `a.txt` once it is set; then no more. */
  meddle?: (() => void) | undefined;
}

/** Somebody writes to the file just after it was read. */
function openMeddled(meddling: Meddling): Stage {
  return new Stage({
    maxFileBytes,
    wrap: (fs) =>
      watchDisk(fs, {
        after: (method, [path]) => {
          if (!isLook(method, path)) return;
          const { meddle } = meddling;
          meddling.meddle = undefined;
          meddle?.();
        },
      }),
  });
}

function isLook(method: Method, path: unknown): boolean {
  return method === "read" && String(path).endsWith("/a.txt");
}

function told(stage: Stage): unknown[] {
  return stage.rows("a.txt").map(({ unrecordable, hash }) => [unrecordable, hash]);
}

test("what is said of a binary file is what was found to be binary, whatever stands there since", async () => {
  const meddling: Meddling = {};
  await using stage = openMeddled(meddling);
  stage.write("a.txt", "1\n");
  await stage.start();
  stage.write("a.txt", binary);
  meddling.meddle = () => disk.writeFileSync(stage.at("a.txt"), "text\n");
  await stage.flush();
  assert.equal(meddling.meddle, undefined);
  await stage.flush();
  assert.deepEqual(told(stage).slice(1), [
    ["binary", digest(binary)],
    [undefined, digest(Buffer.from("text\n"))],
  ]);
});

test("a file that is too large and becomes smaller before it is read is recorded as what it is then", async () => {
  const meddling: Meddling = {};
  await using stage = openMeddled(meddling);
  stage.write("a.txt", "1\n");
  await stage.start();
  stage.write("a.txt", large);
  meddling.meddle = () => disk.writeFileSync(stage.at("a.txt"), "text\n");
  await stage.flush();
  assert.deepEqual(told(stage).slice(1), [[undefined, digest(Buffer.from("text\n"))]]);
});

test("of a file that is too large and may not be read its inode, size and mtime stand for its content", async () => {
  await using stage = new Stage({
    maxFileBytes,
    wrap: (fs) =>
      watchDisk(fs, {
        instead: (method, [path, limit]) =>
          isLook(method, path) && Number(limit) > maxFileBytes
            ? { kind: "unreadable", code: "EACCES" }
            : undefined,
      }),
  });
  stage.write("a.txt", "1\n");
  await stage.start();
  stage.write("a.txt", large);
  await stage.flush();
  const { ino, mtimeNs } = disk.lstatSync(stage.at("a.txt"), { bigint: true });
  const stamp = digest(Buffer.from(`unf:stat ${ino} ${large.length} ${mtimeNs}`));
  assert.deepEqual(told(stage).slice(1), [["too_large", stamp]]);
  await stage.flush();
  assert.equal(told(stage).length, 2);
});
