import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Log } from "@unf/core/ports";
import { raiseFormat, timelinePath } from "@unf/system";
import { verifyHome } from "@unf/wiring";
import { convertFormer } from "@unf/wiring/recorder";
import { tempHome } from "../kit/index.ts";
import { expectedVersions, frozenProject, frozenVersions, readVersions, thaw } from "./thaw.ts";

// Whole homes as the programs of earlier formats left them. They are never made anew: what was
// written then must be readable for ever. README.md says what is in them and how one is added.

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

test("there is a frozen home of every format that was ever in use", () => {
  assert.deepEqual(frozenVersions, [1, 3, 4, 5, 6, 7, 8, 9, 10]);
});

for (const version of frozenVersions) {
  test(`a home with a timeline of format ${version} is told apart, converted and read whole`, async () => {
    await using temp = tempHome();
    const home = thaw(version, temp.unfHome);
    assert.throws(() => readVersions(home), { code: "failed", hint: /unf restart/ });
    // A program whose timelines had format 6 gave homes format 2 already.
    assert.equal(raiseFormat(home), version < 6);
    convertFormer(home, silent);
    const rows = readVersions(home);
    assert.deepEqual(rows, expectedVersions(version));
    const {
      errors,
      lost,
      versions: found,
    } = await verifyHome(home, {
      project: undefined,
      readData: true,
      onProgress: () => undefined,
    });
    assert.deepEqual([errors, lost, found], [[], [], rows.length]);
    const backups = fs.readdirSync(join(dirname(timelinePath(home, frozenProject)), "backup"));
    assert.match(backups.join(), new RegExp(`^timeline-v${version}-\\d{8}T\\d{9}Z\\.db$`));
  });
}
