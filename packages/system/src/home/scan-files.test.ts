import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { planSeek, printOf } from "@unf/core/forget";
import type { Seeker } from "@unf/core/ports";
import { digest } from "../content/digest.ts";
import { scanFiles } from "./scan-files.ts";

const mebi = 1 << 20;
const needle = Buffer.from("s3cr3t-in-the-middle");
const seeker = planSeek([printOf(needle, digest)], digest);

function openDirectory() {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "unf-scan-")));
  return {
    at: (name: string) => join(path, name),
    scan: (by: Seeker) =>
      scanFiles(path as AbsPath, {
        seeker: by,
        isSoughtName: (name) => name === "named",
        skips: (name) => name === "skipped",
        breathe: async () => undefined,
      }),
    [Symbol.dispose]: () => rmSync(path, { recursive: true }),
  };
}

test("bytes are found wherever they stand, also across two stretches and after equal ones", async () => {
  using directory = openDirectory();
  const zeroes = (count: number) => Buffer.alloc(count);
  const places = {
    begin: 0,
    across: mebi - 5,
    later: 3 * mebi + 7,
    last: 5 * mebi - needle.length,
  };
  for (const [name, from] of Object.entries(places)) {
    const rest = zeroes(5 * mebi - from - needle.length);
    writeFileSync(directory.at(name), Buffer.concat([zeroes(from), needle, rest]));
  }
  writeFileSync(directory.at("none"), zeroes(mebi));
  writeFileSync(directory.at("named"), "");
  writeFileSync(directory.at("skipped"), needle);
  const { files, bytes, found, unread } = await directory.scan(seeker);
  assert.deepEqual([files, bytes, unread], [6, 21 * mebi, []]);
  assert.deepEqual(found.toSorted(), ["across", "begin", "last", "later", "named"]);
});

test("what equals the stretch before it is not looked through again", async () => {
  using directory = openDirectory();
  writeFileSync(directory.at("hole"), "");
  truncateSync(directory.at("hole"), 16 * mebi);
  let sought = 0;
  const counting: Seeker = {
    ...seeker,
    seek: (bytes) => {
      sought += 1;
      return seeker.seek(bytes);
    },
  };
  assert.equal((await directory.scan(counting)).bytes, 16 * mebi);
  // The first stretch has nothing before it, and the second is longer by what it keeps of the first.
  assert.equal(sought, 2);
});
