import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { awaitTurns, blame, startClaude } from "./claude.ts";
import { type Story, tellStory } from "./story.ts";

const prepare = (at: (path: string) => string) => {
  mkdirSync(at("web/src"), { recursive: true });
  writeFileSync(at("web/src/a.ts"), "one\n");
  writeFileSync(at("web/src/b.ts"), "b\n");
  writeFileSync(at("top.ts"), "top\n");
};

async function turn(
  story: Story,
  name: string,
  edits: Readonly<Record<string, string>>,
): Promise<void> {
  const claude = startClaude(story, "one");
  await claude.prompt(name);
  for (const [path, text] of Object.entries(edits))
    await claude.edit(path, () => writeFileSync(story.at(path), text));
  await claude.stop();
  await story.flush();
}

const brief = async (story: Story, ...args: string[]): Promise<string[]> =>
  (await story.log("--project", story.home.project, ...args))
    .filter(({ settled }) => settled)
    .map(({ kind, path, cause }) => `${kind} ${path} ${cause}`)
    .reverse();

test("a directory that becomes a project of its own and comes back has one history, with its authors", async () => {
  await using story = await tellStory(prepare);
  const parent = story.home.project;
  const child = story.at("web/src");
  await turn(story, "first", { "web/src/a.ts": "one\ntwo\n", "top.ts": "top\ntwo\n" });
  const before = await brief(story);
  await story.unf("watch", child, "--nested");
  await story.flush();
  assert.deepEqual(await brief(story), before, "nothing was deleted");
  assert.match(
    (await story.unf("log", "--project", parent)).stdout,
    /web\/src is a project of its own/,
  );

  await turn(story, "second", { "web/src/a.ts": "one\ntwo\nthree\n" });
  writeFileSync(story.at("web/src/new.ts"), "new\n");
  await story.flush();
  const exact = ["restore", "--at", "v1", "--exact", "-y", "--project", parent];
  const restored = await story.unf(...exact);
  assert.match(restored.stderr, /web\/src is a project of its own/);
  assert.equal(readFileSync(story.at("top.ts"), "utf8"), "top\n");
  assert.equal(readFileSync(story.at("web/src/a.ts"), "utf8"), "one\ntwo\nthree\n");
  assert.equal(readFileSync(story.at("web/src/new.ts"), "utf8"), "new\n");
  await story.unf("undo", "-y", "--project", parent);
  const oops = await story.tryUnf(["oops", "--session", "last", "-y", "--project", parent]);
  assert.equal(readFileSync(story.at("web/src/a.ts"), "utf8"), "one\ntwo\nthree\n", oops.stdout);
  await story.unf("undo", "-y", "--project", parent);

  const inside = (...args: string[]) => story.tryUnf(args, { cwd: child });
  assert.equal((await inside("checkpoint", "inside")).code, 0);
  writeFileSync(story.at("web/src/b.ts"), "b\nmore\n");
  await story.flush();
  assert.equal((await inside("restore", "b.ts", "--at", "cp:inside", "-y")).code, 0);
  await story.flush();
  const binary = Buffer.from("\0 nobody records this");
  writeFileSync(story.at("web/src/b.ts"), binary);
  assert.equal((await inside("restore", "b.ts", "--at", "cp:inside", "-y")).code, 0);
  await story.flush();

  await story.unf("unwatch", child, "-y");
  await story.flush();
  assert.deepEqual(await brief(story, "web/src"), [
    ...before.filter((line) => line.includes("web/src")),
    "modify web/src/a.ts event",
    "create web/src/new.ts event",
    "modify web/src/b.ts event",
    "modify web/src/b.ts operation",
    "modify web/src/b.ts event",
    "modify web/src/b.ts operation",
  ]);
  const rescued = await inside("undo", "-y");
  assert.equal(rescued.code, 0, rescued.stdout + rescued.stderr);
  assert.deepEqual(readFileSync(story.at("web/src/b.ts")), binary);
  assert.equal((await inside("redo", "-y")).code, 0);
  const undone = await inside("undo", "op-5", "-y");
  assert.equal(undone.code, 0, undone.stderr);
  assert.equal(readFileSync(story.at("web/src/b.ts"), "utf8"), "b\nmore\n");
  assert.equal((await inside("cat", "b.ts", "--at", "cp:inside")).stdout, "b\n");
  const own = [
    ["blame", "a.ts"],
    ["cat", "a.ts", "--at", "turn:1.end"],
    ["diff", "--turn", "2"],
  ];
  const [blamed, cat, diff] = await Promise.all(own.map((args) => inside(...args)));
  assert.match(blamed?.stdout ?? "", /two[\s\S]*three/);
  assert.equal(cat?.stdout, "one\ntwo\n");
  assert.match(
    diff?.stdout ?? "",
    /\+three/,
    `${diff?.code} ${diff?.stderr} ${(await story.unf("turns", "--json")).stdout}`,
  );
  assert.deepEqual(await blame(story, "web/src/a.ts"), ["one unknown", "two t-1", "three t-2"]);
  const turns = await awaitTurns(story, 2);
  assert.deepEqual(
    turns.map(({ files }) => files.map(({ path }) => path).sort()),
    [["top.ts", "web/src/a.ts"], ["web/src/a.ts"]],
  );
  await story.unf("restore", "web/src", "--at", "turn:2.start", "-y");
  assert.equal(readFileSync(story.at("web/src/a.ts"), "utf8"), "one\ntwo\n");
  await story.unf("verify");
});
