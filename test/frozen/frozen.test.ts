import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import type { Log } from "@unf/core/ports";
import { raiseFormat } from "@unf/system";
import { verifyHome } from "@unf/wiring";
import { convertFormer } from "@unf/wiring/recorder";
import { tempHome } from "../kit/index.ts";
import { expectedVersions, frozenProject, frozenVersions, readVersions, thaw } from "./thaw.ts";

// Whole homes as the programs of all formats left them, today's among them. They are never made anew: what was
// written then must be readable for ever. README.md says what is in them and how one is added.

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** There was no program whose newest format was 2. */
const earlier = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** The format of the timelines that this program writes. */
const today = 13;

test("there is a frozen home of every format that was ever in use", () => {
  assert.deepEqual(frozenVersions, [...earlier, today]);
});

for (const version of earlier) {
  test(`a home with a timeline of format ${version} is told apart, converted and read whole`, async () => {
    await using temp = tempHome();
    const home = thaw(version, temp.unfHome);
    assert.throws(() => readVersions(home), { code: "failed", hint: /unf restart/ });
    // A program whose timelines had format 6 gave homes format 2 already.
    assert.equal(raiseFormat(home), version < 6);
    convertFormer(home, silent);
    await assertWhole(home, version);
    assert.match(
      listBackups(home).join(),
      new RegExp(`^timeline-v${version}-\\d{8}T\\d{9}Z\\.db$`),
    );
  });
}

test("a home of today's format is read whole as it is: nothing is converted, and no copy made", async () => {
  await using temp = tempHome();
  const home = thaw(today, temp.unfHome);
  await assertWhole(home, today);
  assert.equal(raiseFormat(home), false);
  convertFormer(home, silent);
  assert.deepEqual(listBackups(home), []);
  await assertWhole(home, today);
});

/** All that the program said which wrote the home is said by this one, and nothing is wrong with it. */
async function assertWhole(home: AbsPath, version: number): Promise<void> {
  const rows = readVersions(home);
  assert.deepEqual(rows, expectedVersions(version));
  const order = { project: undefined, readData: true, onProgress: () => undefined };
  const { errors, lost, versions } = await verifyHome(home, order);
  assert.deepEqual([errors, lost, versions], [[], [], rows.length]);
}

function listBackups(home: AbsPath): string[] {
  const directory = join(dirname(timelinePath(home, frozenProject)), "backup");
  return fs.existsSync(directory) ? fs.readdirSync(directory) : [];
}
