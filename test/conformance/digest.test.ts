import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { digest } from "@unf/system/digest";

const isThere = spawnSync("b3sum", ["--version"]).status === 0;
const skip = isThere ? false : "the program b3sum is not installed (Debian: apt install b3sum)";

test("object names are what b3sum prints for the same bytes", { skip }, () => {
  for (const size of [0, 1, 1024, 65_535, 65_536, 65_537, 1_000_000, 5_000_001]) {
    const bytes = randomBytes(size);
    const { stdout } = spawnSync("b3sum", ["--no-names"], { input: bytes, encoding: "utf8" });
    assert.equal(digest(bytes), stdout.trim(), `${size} bytes`);
  }
});
