import assert from "node:assert/strict";
import { existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { digest } from "@unf/system/digest";
import { objectOf, verify, versionsOf } from "./damage.ts";
import { type Story, tellStory } from "./story.ts";

interface Collected {
  readonly objects: number;
  readonly bytes: number;
  readonly emptied: { readonly objects: number };
  readonly trash: { readonly objects: number };
}

async function gc(story: Story, ...args: string[]): Promise<Collected> {
  return JSON.parse((await story.unf("gc", "--json", ...args)).stdout) as Collected;
}

/** An object as a deleted version leaves it, older than the grace. */
function plantOld(
  { home }: Story,
  text: string,
): { readonly object: string; readonly trash: string } {
  const hash = digest(Buffer.from(text));
  const place = (part: string) => join(home.unfHome, part, hash.slice(0, 2), hash.slice(2));
  const object = place("objects");
  mkdirSync(dirname(object), { recursive: true, mode: 0o700 });
  writeFileSync(object, text, { mode: 0o444 });
  utimesSync(object, 1, 1);
  return { object, trash: place("trash") };
}

test("what no version needs is collected, with and without a daemon; what one needs comes back", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "needed\n"));
  const first = plantOld(story, "garbage\n");
  const foreseen = await gc(story, "-n");
  assert.ok(existsSync(first.object));
  assert.deepEqual([foreseen.objects, foreseen.bytes], [1, 8]);
  const done = await gc(story);
  assert.deepEqual([done.objects, done.bytes, done.trash.objects], [1, 8, 1]);
  assert.ok(!existsSync(first.object) && existsSync(first.trash));
  assert.equal((await gc(story)).objects, 0);

  await story.unf("stop");
  const second = plantOld(story, "more garbage\n");
  assert.equal((await gc(story)).objects, 1);
  assert.match((await story.unf("verify")).stdout, /0 errors, 2 objects in the trash/);

  // By whose mistake ever.
  const [version] = await versionsOf(story, "a.txt");
  assert.ok(version !== undefined);
  const needed = objectOf(story, version);
  const inTrash = needed.replace("/objects/", "/trash/");
  mkdirSync(dirname(inTrash), { recursive: true });
  renameSync(needed, inTrash);
  assert.equal((await story.unf("cat", "a.txt", "--at", "now")).stdout, "needed\n");
  assert.equal((await verify(story, 7)).errors.length, 1);
  await verify(story, 0, "--repair");
  assert.ok(existsSync(needed) && !existsSync(inTrash));

  const refused = await story.tryUnf(["gc", "--empty-trash"]);
  assert.equal(refused.code, 4);
  assert.ok(existsSync(first.trash) && existsSync(second.trash));
  assert.equal((await gc(story, "--empty-trash", "--yes")).emptied.objects, 2);
  assert.ok(!existsSync(first.trash) && !existsSync(second.trash));
  assert.equal((await story.unf("cat", "a.txt", "--at", "now")).stdout, "needed\n");
});

test("nothing is collected while the history of any project cannot be read", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "needed\n"));
  const { object } = plantOld(story, "garbage\n");
  const foreign = join(story.home.unfHome, "projects", "0123456789abcdef");
  mkdirSync(foreign);
  assert.equal((await gc(story, "-n")).objects, 1, "an empty directory is no history");
  for (const content of ["", "no database\n".repeat(1000)]) {
    writeFileSync(join(foreign, "timeline.db"), content);
    const finished = await story.tryUnf(["gc"]);
    assert.equal(finished.code, 7, finished.stderr);
    assert.match(
      finished.stderr,
      /^unf: nothing is collected, because the history of p-0123456789abcdef/m,
    );
    assert.ok(existsSync(object));
  }
});
