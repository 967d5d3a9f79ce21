import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Story, tellingBeside, tellStory } from "./story.ts";

const tellBeside = tellingBeside();

/** The newest version in the timeline: the state to return to. */
async function here(story: Story): Promise<string> {
  await story.flush();
  return (await story.log())[0]?.id ?? "";
}

test("a tree goes back to an instant: contents, modes, links and deleted files", async () => {
  await using story = await tellBeside((at) => {
    mkdirSync(at("src/deep"), { recursive: true });
    writeFileSync(at("src/a.ts"), "a 1\n");
    writeFileSync(at("src/deep/b.ts"), "b 1\n");
    writeFileSync(at("run.sh"), "#!/bin/sh\n", { mode: 0o755 });
    symlinkSync("src/a.ts", at("link.ts"));
  });
  const point = await here(story);
  writeFileSync(story.at("src/a.ts"), "a 2\n");
  rmSync(story.at("src/deep"), { recursive: true });
  chmodSync(story.at("run.sh"), 0o644);
  unlinkSync(story.at("link.ts"));
  symlinkSync("elsewhere", story.at("link.ts"));
  writeFileSync(story.at("new.txt"), "created later\n");
  await story.unf("restore", "--at", point, "--yes");
  assert.equal(readFileSync(story.at("src/a.ts"), "utf8"), "a 1\n");
  assert.equal(readFileSync(story.at("src/deep/b.ts"), "utf8"), "b 1\n");
  assert.equal(statSync(story.at("run.sh")).mode & 0o777, 0o755);
  assert.equal(readlinkSync(story.at("link.ts")), "src/a.ts");
  assert.equal(
    readFileSync(story.at("new.txt"), "utf8"),
    "created later\n",
    "kept without --delete",
  );
  assert.deepEqual(readdirSync(story.home.project).sort(), ["link.ts", "new.txt", "run.sh", "src"]);
  // The replaced text is in the history.
  assert.ok((await story.log("src/a.ts")).length >= 3);
});

test("--exact removes what was created since, and nothing that is not recorded", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("keep.txt"), "1\n"));
  const point = await here(story);
  mkdirSync(story.at("later"));
  writeFileSync(story.at("later/new.txt"), "n\n");
  writeFileSync(story.at("binary.dat"), Buffer.of(1, 0, 2));
  mkdirSync(story.at("node_modules"));
  writeFileSync(story.at("node_modules/x.js"), "x\n");
  await story.unf("restore", "--at", point, "--exact", "--yes");
  assert.deepEqual(readdirSync(story.home.project).sort(), [
    "binary.dat",
    "keep.txt",
    "node_modules",
  ]);
});

test("content that cannot be recorded is rescued before a restore takes its place", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("file.txt"), "text\n"));
  const point = await here(story);
  const binary = Buffer.of(0, 1, 2, 3);
  writeFileSync(story.at("file.txt"), binary);
  const restored = await story.unf("restore", "file.txt", "--at", point, "--yes", "--json");
  assert.equal(readFileSync(story.at("file.txt"), "utf8"), "text\n");
  const [action] = JSON.parse(restored.stdout).actions as { rescued?: string }[];
  assert.ok(action?.rescued !== undefined, restored.stdout);
  assert.deepEqual(readFileSync(action.rescued), binary);
});

test("the preview changes nothing and its plan is refused once a file has changed", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "1\n"));
  const point = await here(story);
  writeFileSync(story.at("a.txt"), "2\n");
  await story.flush();
  const inode = lstatSync(story.at("a.txt"), { bigint: true });
  const preview = JSON.parse(
    (await story.unf("restore", "--at", point, "--dry-run", "--json")).stdout,
  );
  assert.equal(preview.dry_run, true);
  assert.deepEqual(
    preview.actions.map((a: { path: string; action: string }) => [a.path, a.action]),
    [["a.txt", "write"]],
  );
  const now = lstatSync(story.at("a.txt"), { bigint: true });
  assert.deepEqual([now.ino, now.mtimeNs, now.ctimeNs], [inode.ino, inode.mtimeNs, inode.ctimeNs]);
  writeFileSync(story.at("a.txt"), "3\n");
  const refused = await story.tryUnf(["restore", "--at", point, "--plan", preview.plan, "--yes"]);
  assert.equal(refused.code, 5, refused.stdout + refused.stderr);
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "3\n");
  // The plan of the files as they are now is carried out.
  const again = JSON.parse(
    (await story.unf("restore", "--at", point, "--dry-run", "--json")).stdout,
  );
  await story.unf("restore", "--at", point, "--plan", again.plan, "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "1\n");
});

test("nobody to ask and no --yes: exit 4 and nothing done", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "1\n"));
  const point = await here(story);
  writeFileSync(story.at("a.txt"), "2\n");
  const refused = await story.tryUnf(["restore", "--at", point]);
  assert.equal(refused.code, 4, refused.stdout + refused.stderr);
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "2\n");
});

test("it restores into the project from any directory, never into the current one", async () => {
  await using story = await tellBeside((at) => {
    mkdirSync(at("sub"));
    writeFileSync(at("sub/a.txt"), "1\n");
  });
  const point = await here(story);
  writeFileSync(story.at("sub/a.txt"), "2\n");
  const fromSub = await story.tryUnf(["restore", "a.txt", "--at", point, "--yes"], {
    cwd: story.at("sub"),
  });
  assert.equal(fromSub.code, 0, fromSub.stderr);
  assert.equal(readFileSync(story.at("sub/a.txt"), "utf8"), "1\n");
  assert.ok(!existsSync(story.at("sub/sub")));
  writeFileSync(story.at("sub/a.txt"), "3\n");
  const outside = await story.tryUnf(
    ["--project", story.home.project, "restore", "--at", point, "--yes"],
    { cwd: story.home.home },
  );
  assert.equal(outside.code, 0, outside.stderr);
  assert.equal(readFileSync(story.at("sub/a.txt"), "utf8"), "1\n");
  assert.ok(!existsSync(join(story.home.home, "sub")));
});

test("--version brings one version of one file back, and globs choose among many", async () => {
  await using story = await tellBeside((at) => {
    writeFileSync(at("a.md"), "a 1\n");
    writeFileSync(at("b.txt"), "b 1\n");
  });
  const point = await here(story);
  const first = (await story.log("a.md")).at(-1)?.id ?? "";
  writeFileSync(story.at("a.md"), "a 2\n");
  writeFileSync(story.at("b.txt"), "b 2\n");
  await story.unf("restore", "--version", first, "--yes");
  assert.equal(readFileSync(story.at("a.md"), "utf8"), "a 1\n");
  assert.equal(readFileSync(story.at("b.txt"), "utf8"), "b 2\n");
  writeFileSync(story.at("a.md"), "a 3\n");
  await story.unf("restore", "--at", point, "--include", "*.txt", "--yes");
  assert.equal(readFileSync(story.at("a.md"), "utf8"), "a 3\n");
  assert.equal(readFileSync(story.at("b.txt"), "utf8"), "b 1\n");
});

test("--to writes the recorded tree into an empty directory and nowhere else", async () => {
  await using story = await tellBeside((at) => {
    mkdirSync(at("src"));
    writeFileSync(at("src/a.ts"), "1\n", { mode: 0o755 });
  });
  const point = await here(story);
  writeFileSync(story.at("src/a.ts"), "2\n");
  const target = join(story.home.root, "copy");
  await story.unf("restore", "--at", point, "--to", target, "--yes");
  assert.equal(readFileSync(join(target, "src/a.ts"), "utf8"), "1\n");
  assert.equal(statSync(join(target, "src/a.ts")).mode & 0o777, 0o755);
  assert.equal(readFileSync(story.at("src/a.ts"), "utf8"), "2\n");
  const again = await story.tryUnf(["restore", "--at", point, "--to", target, "--yes"]);
  assert.equal(again.code, 4, again.stderr);
});

test("a restore is recorded as an operation and leaves no version of anybody else", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("a.txt"), "1\n"));
  const point = await here(story);
  writeFileSync(story.at("a.txt"), "2\n");
  await story.unf("restore", "--at", point, "--yes");
  await story.flush();
  const causes = (await story.log("a.txt")).map(({ cause }) => cause);
  assert.deepEqual(causes.slice(0, 1), ["operation"]);
  assert.equal(causes.filter((cause) => cause === "operation").length, 1);
  await story.unf("restore", "--at", point, "--yes");
  assert.equal(
    (await story.log("a.txt")).length,
    causes.length,
    "the same restore twice does nothing",
  );
});

test("without a daemon the same restore works in the command's own process", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const point = await here(story);
  await story.unf("stop");
  writeFileSync(story.at("a.txt"), "2, written while nobody recorded\n");
  await story.unf("restore", "--at", point, "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "1\n");
  const contents = await Promise.all(
    (await story.log("a.txt")).map(async ({ id }) => (await story.unf("cat", id)).stdout),
  );
  assert.ok(
    contents.includes("2, written while nobody recorded\n"),
    "recorded before it was replaced",
  );
});

test("a recorded file that has grown beyond the limit blocks nothing else, and is rescued where it stands in the way", async () => {
  await using story = await tellBeside((at) => {
    writeFileSync(at("data.json"), "small\n");
    writeFileSync(at("code.ts"), "good\n");
  });
  await story.unf("checkpoint", "before");
  const grown = Buffer.alloc(5 << 20, "x\n");
  writeFileSync(story.at("data.json"), grown);
  writeFileSync(story.at("code.ts"), "ruined\n");
  await story.flush();
  await story.unf("restore", "--at", "cp:before", "-y");
  assert.equal(readFileSync(story.at("code.ts"), "utf8"), "good\n");
  assert.equal(readFileSync(story.at("data.json"), "utf8"), "small\n");
  await story.unf("undo", "-y");
  assert.equal(readFileSync(story.at("code.ts"), "utf8"), "ruined\n");
  assert.ok(
    readFileSync(story.at("data.json")).equals(grown),
    "what could not be recorded is back",
  );
});
