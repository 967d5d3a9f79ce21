import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { tellStory } from "./story.ts";

interface Hit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly version: string;
  readonly first_version: string;
  readonly live: boolean;
  readonly gone_version: string | null;
}

test("a line that came and went is found, with its versions, and its secrets are masked", async () => {
  await using story = await tellStory((at) => {
    mkdirSync(at("src"));
    writeFileSync(at("src/cart.ts"), "export function total() {}\n");
    writeFileSync(at(".env"), "MODE=test\n");
  });
  const search = async (...args: string[]): Promise<Hit[]> => {
    const { stdout } = await story.unf("search", "--all", "--json", ...args);
    return JSON.parse(stdout).hits;
  };
  writeFileSync(story.at("src/legacy.ts"), "// old\nexport function vat() {}\n");
  await story.flush();
  writeFileSync(story.at("src/cart.ts"), "export function vat() {}\nexport function total() {}\n");
  await story.flush();
  rmSync(story.at("src/legacy.ts"));
  writeFileSync(story.at(".env"), "MODE=test\nPASSWORD=hunter2\n");
  await story.flush();
  writeFileSync(story.at(".env"), "MODE=test\n");
  await story.flush();

  const found = await search("function vat(");
  assert.deepEqual(found.map(({ path, line, live }) => `${path}:${line} ${live}`).toSorted(), [
    "src/cart.ts:1 true",
    "src/legacy.ts:2 false",
  ]);
  const legacy = found.find(({ path }) => path === "src/legacy.ts");
  assert.equal(legacy?.first_version, legacy?.version);
  assert.equal(
    (await story.unf("cat", legacy?.version ?? "")).stdout,
    "// old\nexport function vat() {}\n",
  );
  const [deletion] = await story.log("src/legacy.ts");
  assert.equal(legacy?.gone_version, deletion?.id);
  assert.equal((await search("-E", "^export", "src/cart.ts")).length, 2);

  const [secret] = await search("hunter2");
  assert.deepEqual(
    [secret?.path, secret?.text, secret?.live],
    [".env", "PASSWORD=[masked:env]", false],
  );
  const none = await story.tryUnf(["search", "nobody wrote this"]);
  assert.deepEqual([none.code, none.stdout], [3, ""]);
  // Reading needs no daemon.
  await story.unf("stop");
  assert.equal((await search("function vat(")).length, 2);
});
