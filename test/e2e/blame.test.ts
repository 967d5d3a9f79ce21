import assert from "node:assert/strict";
import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import { type Story, tellStory } from "./story.ts";

interface Line {
  readonly n: number;
  readonly version: string;
  readonly text: string;
  readonly original_path?: string;
}

async function blame(story: Story, ...args: string[]): Promise<Line[]> {
  const { stdout } = await story.unf("blame", "--all", "--json", ...args);
  return JSON.parse(stdout).lines;
}

const versionsOf = (lines: readonly Line[]): string[] => lines.map(({ version }) => version);

async function newestOf(story: Story, path: string): Promise<string> {
  const [newest] = await story.log(path);
  assert.ok(newest !== undefined, `nothing is recorded of ${path}`);
  return newest.id;
}

test("a line is of the version that wrote it, through a restore and a rename", async () => {
  await using story = await tellStory((at) => writeFileSync(at("vat.ts"), "one\ntwo\nthree\n"));
  await story.flush();
  const first = await newestOf(story, "vat.ts");
  appendFileSync(story.at("vat.ts"), "four\n");
  await story.flush();
  const second = await newestOf(story, "vat.ts");
  assert.deepEqual(versionsOf(await blame(story, "vat.ts")), [first, first, first, second]);

  writeFileSync(story.at("vat.ts"), "nothing of it\n");
  await story.flush();
  const third = await newestOf(story, "vat.ts");
  assert.deepEqual(versionsOf(await blame(story, "vat.ts")), [third]);
  await story.unf("restore", "vat.ts", "--at", second, "--yes");
  await story.flush();
  assert.deepEqual(versionsOf(await blame(story, "vat.ts")), [first, first, first, second]);

  renameSync(story.at("vat.ts"), story.at("tax.ts"));
  await until(
    "the rename is known",
    async () => (await story.unf("log", "tax.ts", "--json")).stdout.includes('"rename"'),
    { everyMs: 100 },
  );
  writeFileSync(story.at("tax.ts"), "one\ntwo\nfive\nfour\n");
  await story.flush();
  const last = await newestOf(story, "tax.ts");
  const lines = await blame(story, "tax.ts");
  assert.deepEqual(versionsOf(lines), [first, first, last, second]);
  assert.deepEqual([lines[0]?.original_path, lines[2]?.original_path], ["vat.ts", undefined]);
  // Asked of an instant, and without a daemon.
  await story.unf("stop");
  const at = await blame(story, "vat.ts", "--at", first, "-L", "2,");
  assert.deepEqual(
    at.map(({ n, version, text }) => `${n} ${version} ${text}`),
    [`2 ${first} two`, `3 ${first} three`],
  );
});
