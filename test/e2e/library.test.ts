import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openProject, type Project } from "@unf/client";
import type { AbsPath } from "@unf/core/base";
import { openWriter } from "@unf/wiring";
import { isLongForm, runUnf, type TempHome, tempHome } from "../kit/index.ts";
import { awaitTurns } from "./claude.ts";
import { damages, objectOf, versionsOf } from "./damage.ts";
import { type Story, tellingBeside, tellStory } from "./story.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const guide = readFileSync(join(repository, "docs/guide/library.md"), "utf8");
const exampleDirectory = join(repository, "docs/guide/example");

const ways = ["through the daemon", "without a daemon"] as const;

const tellBeside = tellingBeside();

/** A story whose project a program has opened; the daemon runs only where it is asked for. */
async function openStory(
  way: (typeof ways)[number],
  prepare?: (at: (path: string) => string) => void,
): Promise<Story & { readonly project: Project }> {
  const story = await (way === "without a daemon" ? tellStory : tellBeside)(prepare);
  if (way === "without a daemon") await story.unf("stop");
  const project = await openProject(story.home.project, { home: story.home.unfHome });
  story.home.onDispose(() => project.close());
  return { ...story, project };
}

/** The same claim for both who may write. */
function both(
  claim: string,
  check: (way: (typeof ways)[number], context: TestContext) => Promise<void>,
  played: readonly (typeof ways)[number][] = ways,
): void {
  for (const way of played) test(`${claim}, ${way}`, (context) => check(way, context));
}

/** Where the two differ in nothing that other tests do not try: in the long form both. */
const mainly = isLongForm("UNF_LIBRARY") ? ways : ways.slice(0, 1);

/** Every file of the project and its bytes. */
function readTree(story: Story): Record<string, string> {
  const paths = readdirSync(story.home.project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const entries = paths
    .sort()
    .map((path) => [path.slice(story.home.project.length + 1), readFileSync(path, "utf8")]);
  return Object.fromEntries(entries);
}

both("a checkpoint gives back files and payload, and undo and redo walk both ways", async (way) => {
  await using story = await openStory(way, (at) => {
    mkdirSync(at("src"));
    writeFileSync(at("src/a.ts"), "a 1\n");
    writeFileSync(at("b.md"), "b 1\n");
  });
  const { project, at } = story;
  const payload = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const first = await project.checkpoint({ label: "turn 1", message: "why", payload });
  assert.deepEqual([first.label, first.message, first.files], ["turn 1", "why", 2]);
  assert.deepEqual([first.created, first.payloadBytes, first.pinned], [true, 256, false]);
  const before = readTree(story);

  writeFileSync(at("src/a.ts"), "a 2\n");
  rmSync(at("b.md"));
  writeFileSync(at("later.md"), "later\n");
  const after = readTree(story);
  const done = await project.restore(first.id, { exact: true });
  assert.deepEqual(readTree(story), before);
  assert.deepEqual(
    done.actions.map(({ action, path, failed }) => [action, path, failed]),
    [
      ["write", "b.md", false],
      ["delete", "later.md", false],
      ["write", "src/a.ts", false],
    ],
  );
  assert.deepEqual(await project.payload(first.id), payload);

  const undone = await project.undo();
  assert.equal(undone.inverted, done.operation);
  assert.deepEqual(readTree(story), after);
  const redone = await project.redo();
  assert.equal(redone.inverted, undone.operation);
  assert.deepEqual(readTree(story), before);
  assert.deepEqual(
    (await project.operations()).map(({ kind, inverts, state }) => [kind, inverts, state]),
    [
      ["redo", undone.operation, "done"],
      ["undo", done.operation, "done"],
      ["restore", null, "done"],
    ],
  );
});

both(
  "diffStat and hasChanges say what differs from a checkpoint right now",
  async (way) => {
    await using story = await openStory(way, (at) => {
      writeFileSync(at("changed.txt"), "1\n2\n3\n");
      writeFileSync(at("gone.txt"), "1\n2\n");
      writeFileSync(at("run.sh"), "#!/bin/sh\n", { mode: 0o644 });
    });
    const { project, at } = story;
    const { id } = await project.checkpoint();
    assert.equal(await project.hasChanges(id), false);
    assert.deepEqual(await project.diffStat(id), { files: [], added: 0, removed: 0 });

    writeFileSync(at("changed.txt"), "1\ntwo\n3\nfour\n");
    rmSync(at("gone.txt"));
    writeFileSync(at("new.txt"), "1\n");
    chmodSync(at("run.sh"), 0o755);
    assert.equal(await project.hasChanges(id), true);
    const stat = {
      files: [
        { path: "changed.txt", status: "modified", added: 2, removed: 1 },
        { path: "gone.txt", status: "deleted", added: 0, removed: 2 },
        { path: "new.txt", status: "created", added: 1, removed: 0 },
        { path: "run.sh", status: "modified", added: 0, removed: 0 },
      ],
      added: 3,
      removed: 3,
    };
    assert.deepEqual(await project.diffStat(id), stat);
    const next = await project.checkpoint();
    assert.deepEqual(await project.diffStat(id, { to: next.id }), stat);
    const back = await project.diffStat(next.id, { to: id });
    assert.deepEqual([back.added, back.removed, back.files[1]?.status], [3, 3, "created"]);

    await project.restore(id, { exact: true });
    assert.equal(await project.hasChanges(id), false, "changed and changed back");
  },
  mainly,
);

both("a preview changes nothing, and its plan is carried out or refused", async (way) => {
  await using story = await openStory(way, (at) => writeFileSync(at("a.txt"), "1\n"));
  const { project, at } = story;
  const { id } = await project.checkpoint();
  writeFileSync(at("a.txt"), "2\n");
  writeFileSync(at("new.txt"), "new\n");
  const preview = await project.restore(id, { exact: true, dryRun: true });
  assert.equal(preview.operation, null);
  assert.deepEqual(readTree(story), { "a.txt": "2\n", "new.txt": "new\n" });

  writeFileSync(at("a.txt"), "3\n");
  const planned = { exact: true, planId: preview.planId };
  await assert.rejects(project.restore(id, planned), { code: "conflict" });
  await assert.rejects(project.restore(id, { ...planned, dryRun: true }), { code: "conflict" });
  assert.deepEqual(readTree(story), { "a.txt": "3\n", "new.txt": "new\n" });

  writeFileSync(at("a.txt"), "2\n");
  const done = await project.restore(id, planned);
  assert.deepEqual([done.planId, done.actions.length], [preview.planId, preview.actions.length]);
  assert.deepEqual(readTree(story), { "a.txt": "1\n" });
});

both(
  "parts are restored: a directory, globs, an instant, one version of one file",
  async (way) => {
    await using story = await openStory(way, (at) => {
      mkdirSync(at("src"));
      for (const path of ["src/a.ts", "src/a.md", "b.ts"]) writeFileSync(at(path), "1\n");
    });
    const { project, at } = story;
    const point = await project.checkpoint();
    for (const path of ["src/a.ts", "src/a.md", "b.ts"]) writeFileSync(at(path), "2\n");
    await project.restore(point.id, { within: ["src/"], exclude: ["*.md"] });
    assert.deepEqual(readTree(story), { "b.ts": "2\n", "src/a.md": "2\n", "src/a.ts": "1\n" });
    await project.restore({ at: point.at }, { include: ["*.md"] });
    assert.equal(readTree(story)["src/a.md"], "1\n");
    const [old] = (await story.log("b.ts")).slice(-1);
    await project.restore({ version: Number(old?.id.slice(1)) }, { within: ["copy.ts"] });
    assert.equal(readTree(story)["copy.ts"], "1\n");
    for (const within of [["/etc"], ["../x"], [""]]) {
      await assert.rejects(project.restore(point.id, { within }), { code: "usage" });
    }
    await assert.rejects(project.restore(point.id, { within: ["never"] }), { code: "not_found" });
    await assert.rejects(project.restore({ at: new Date(Number.NaN) }), { code: "bad_time" });
  },
  mainly,
);

both(
  "a checkpoint that says nothing new is not set, and calls need not be awaited one by one",
  async (way) => {
    await using story = await openStory(way, (at) => writeFileSync(at("a.txt"), "1\n"));
    const { project } = story;
    const labels = ["one", "two", "three", "two"];
    const set = await Promise.all(labels.map((label) => project.checkpoint({ label })));
    assert.deepEqual(
      set.map(({ created }) => created),
      [true, true, true, false],
    );
    assert.equal(set[3]?.id, set[1]?.id);
    const listed = await project.checkpoints();
    assert.deepEqual(
      listed.map(({ label }) => label),
      ["three", "two", "one"],
    );
  },
  mainly,
);

test("a tree is paths and digests, and a content read by its digest is verified", async () => {
  await using story = await openStory("without a daemon", (at) => {
    writeFileSync(at("a.txt"), "sound\n");
    writeFileSync(at("b.txt"), "to be damaged\n");
  });
  const { project } = story;
  const tree = await project.treeAt((await project.checkpoint()).id);
  assert.deepEqual([...tree.keys()], ["a.txt", "b.txt"]);
  const read = async (path: string) =>
    new TextDecoder().decode(await project.read(tree.get(path) ?? ""));
  assert.equal(await read("a.txt"), "sound\n");
  const [version] = await versionsOf(story, "b.txt");
  assert.ok(version !== undefined);
  assert.equal(version.hash, `b3:${tree.get("b.txt")}`);
  damages.flipped(objectOf(story, version));
  await assert.rejects(read("b.txt"), { code: "store_damaged" });
  await assert.rejects(project.read("0".repeat(64)), { code: "not_found" });
  await assert.rejects(project.read("a.txt"), { code: "usage" });
});

test("a removed root comes back, and what is only kept can be restored but not flushed", async () => {
  await using story = await openStory("through the daemon", (at) =>
    writeFileSync(at("a.txt"), "1\n"),
  );
  const { id } = await story.project.checkpoint({ label: "kept" });
  await story.unf("unwatch", story.home.project);
  rmSync(story.home.project, { recursive: true });
  await using kept = await openProject(story.home.project, { home: story.home.unfHome });
  assert.equal((await kept.checkpoints())[0]?.label, "kept");
  assert.equal((await kept.restore(id, { dryRun: true })).actions.length, 1);
  await kept.restore(id);
  assert.deepEqual(readTree(story), { "a.txt": "1\n" });
  await assert.rejects(kept.flush(), { code: "not_watched" });
  await story.unf("stop");
  await assert.rejects(kept.flush(), { code: "not_watched" });
});

test("only the root of a project opens it, and errors say what to do", async () => {
  await using story = await openStory("without a daemon", (at) => mkdirSync(at("src")));
  const { unfHome, root, project } = story.home;
  await assert.rejects(openProject(story.at("src"), { home: unfHome }), {
    name: "UnfError",
    code: "not_watched",
    hint: new RegExp(project),
  });
  await assert.rejects(openProject(root, { home: unfHome }), {
    code: "not_watched",
    hint: `unf watch ${root}`,
  });
  const empty = join(root, "empty");
  await assert.rejects(openProject(project, { home: empty }), { code: "not_watched" });
  assert.equal(existsSync(empty), false, "asking makes no home");
  await assert.rejects(openProject(project, { home: "relative" }), { code: "usage" });
  for (const call of ["payload", "diffStat", "hasChanges", "restore", "treeAt"] as const) {
    await assert.rejects(story.project[call](99), { code: "not_found" }, call);
  }
  await story.project.close();
  await assert.rejects(story.project.checkpoints(), { code: "usage" });
  await assert.rejects(story.project.flush(), { code: "usage" });
});

both("an undo keeps what somebody wrote since, and says so", async (way) => {
  await using story = await openStory(way, (at) => writeFileSync(at("a.txt"), "1\n"));
  const { project, at } = story;
  const { id } = await project.checkpoint();
  writeFileSync(at("a.txt"), "2\n");
  await project.restore(id);
  writeFileSync(at("a.txt"), "by hand\n");
  const preview = await project.undo({ dryRun: true });
  const { actions } = await project.undo({ planId: preview.planId });
  assert.deepEqual(actions, preview.actions);
  assert.deepEqual(actions, [
    { path: "a.txt", action: "kept", merged: false, failed: true, why: "overlaps" },
  ]);
  assert.deepEqual(readTree(story), { "a.txt": "by hand\n" });
});

test("without a daemon, programs that write at the same time wait for each other", async () => {
  await using story = await openStory("without a daemon", (at) =>
    writeFileSync(at("a.txt"), "1\n"),
  );
  const other = await openWriter(story.home.unfHome as AbsPath, "process");
  let isOver = false;
  const set = story.project.checkpoint().finally(() => {
    isOver = true;
  });
  // Each is as much as the checkpoint does before it fails, if it does not wait. It waits for 3 s:
  // a program that is started meanwhile may take longer on a busy machine.
  for (let n = 0; n < 5; n += 1)
    await assert.rejects(openWriter(story.home.unfHome as AbsPath, "never"));
  assert.equal(isOver, false);
  await other[Symbol.asyncDispose]();
  assert.equal((await set).created, true);
});

test("what an agent did is taken back, and what a person wrote since stays", async () => {
  await using story = await openStory("through the daemon", (at) => {
    writeFileSync(at("a.txt"), "1\n2\n3\n4\n5\n6\n");
  });
  const { project } = story;
  await project.flush();
  const script = "sed s/1/one/ a.txt > b.txt && cat b.txt > a.txt";
  await story.unf("exec", "--agent", "x", "--", "sh", "-c", script);
  await awaitTurns(story, 1);
  writeFileSync(story.at("a.txt"), readFileSync(story.at("a.txt"), "utf8").replace("6", "six"));
  await assert.rejects(project.oops({ turn: 1, burst: true }), { code: "usage" });
  await assert.rejects(project.oops({ last: 0 }), { code: "usage" });
  await assert.rejects(project.oops({ agent: "nobody" }), { code: "not_found" });
  const look = await project.oops({ agent: "x", dryRun: true });
  const seen = look.actions.map(({ action, path, merged }) => [action, path, merged]);
  assert.deepEqual(seen, [
    ["write", "a.txt", true],
    ["delete", "b.txt", false],
  ]);
  assert.deepEqual([look.operation, look.doubtful], [null, []]);
  writeFileSync(story.at("b.txt"), "mine\n");
  await assert.rejects(project.oops({ agent: "x", planId: look.planId }), { code: "conflict" });
  const { operation, actions } = await project.oops({ agent: "x" });
  assert.deepEqual(
    actions.map(({ action, path, failed }) => [action, path, failed]),
    [
      ["write", "a.txt", false],
      ["kept", "b.txt", true],
    ],
  );
  assert.deepEqual(readTree(story), { "a.txt": "1\n2\n3\n4\n5\nsix\n", "b.txt": "mine\n" });
  const [last] = await project.operations({ limit: 1 });
  assert.deepEqual([last?.id, last?.argv], [operation, ["oops", "--agent", "x"]]);
});

test("of an agent's turns some files and some hunks are taken back, and the rest stays", async () => {
  const lines = (first: string, last: string) => `${first}\n${"same\n".repeat(10)}${last}\n`;
  await using story = await openStory("through the daemon", (at) => {
    writeFileSync(at("a.txt"), lines("one", "twelve"));
    writeFileSync(at("b.txt"), "b\n");
  });
  const { project, at } = story;
  await project.flush();
  const sed = (script: string, path: string) =>
    `text=$(sed ${script} ${path}); echo "$text" > ${path}`;
  for (const script of [
    `${sed("-e s/one/ONE/ -e s/twelve/TWELVE/", "a.txt")}; mkdir d; echo 1 > d/c.txt`,
    `${sed("s/b/B/", "b.txt")}; echo 2 > d/e.txt`,
  ])
    await story.unf("exec", "--agent", "x", "--", "sh", "-c", script);
  await awaitTurns(story, 2);
  const pathsOf = ({ actions }: { readonly actions: readonly { readonly path: string }[] }) =>
    actions.map(({ path }) => path);

  const both = await project.oops({ turn: ["t-1", 2], within: ["d", "b.txt"], dryRun: true });
  assert.deepEqual(pathsOf(both), ["b.txt", "d/c.txt", "d/e.txt"]);
  const last = await project.oops({ within: ["a.txt"], listHunks: true, dryRun: true });
  assert.deepEqual(
    last.hunks?.map(({ path, number, start, lines: all }) => [path, number, start, all[0]]),
    [
      ["a.txt", 1, 1, "-ONE"],
      ["a.txt", 2, 9, " same"],
    ],
  );
  for (const [wrong, code] of [
    [{ hunks: { "a.txt": [1] } }, "usage"],
    [{ hunks: { "a.txt": [0] }, dryRun: true }, "usage"],
    [{ hunks: { "a.txt": [] }, dryRun: true }, "usage"],
    [{ turn: [] }, "usage"],
    [{ listHunks: true }, "usage"],
    [{ within: ["../a.txt"] }, "usage"],
    [{ within: ["never.txt"] }, "not_found"],
    [{ turn: 1, hunks: { "a.txt": [3] }, dryRun: true }, "not_found"],
    [{ turn: 1, hunks: { "d/c.txt": [1] }, dryRun: true }, "not_found"],
    [{ turn: 1, hunks: { "a.txt": [2] }, planId: both.planId }, "conflict"],
  ] as const) {
    await assert.rejects(project.oops(wrong), { code }, JSON.stringify(wrong));
  }
  const part = { hunks: { "a.txt": [2] }, planId: last.planId };
  writeFileSync(at("a.txt"), lines("ONE!", "TWELVE"));
  await assert.rejects(project.oops(part), { code: "conflict" });
  assert.equal(readFileSync(at("a.txt"), "utf8"), lines("ONE!", "TWELVE"));
  writeFileSync(at("a.txt"), lines("ONE", "TWELVE"));
  assert.deepEqual(pathsOf(await project.oops(part)), ["a.txt"]);
  assert.equal(readFileSync(at("a.txt"), "utf8"), lines("ONE", "twelve"));
  await project.oops({ turn: [2, 1], within: ["d"] });
  assert.deepEqual(readTree(story), { "a.txt": lines("ONE", "twelve"), "b.txt": "B\n" });
  const [newest] = await project.operations({ limit: 1 });
  assert.deepEqual(newest?.argv, ["oops", "t-2", "t-1", "d"]);
  await project.undo();
  assert.equal(readFileSync(at("d/c.txt"), "utf8"), "1\n");
});

/** Runs an example of the guide with `unf` meaning the sources of the library. */
async function runExample(name: string, home: TempHome): Promise<string> {
  const hook = join(home.root, "hook.mjs");
  const library = pathToFileURL(join(repository, "packages/client/src/index.ts")).href;
  writeFileSync(
    hook,
    `import { registerHooks } from "node:module";
     registerHooks({ resolve: (name, context, next) =>
       name === "unf" ? next(${JSON.stringify(library)}, context) : next(name, context) });`,
  );
  const { code, stdout, stderr } = await runUnf([home.project], {
    home,
    program: join(exampleDirectory, name),
    env: { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` },
  });
  assert.equal(code, 0, stderr);
  return stdout;
}

for (const name of readdirSync(exampleDirectory)) {
  both(
    `the guide's ${name} prints what the guide says`,
    async (way) => {
      await using home = tempHome();
      await using story = await tellStory(undefined, { home });
      if (way === "without a daemon") await story.unf("stop");
      const output = await runExample(name, home);
      assert.ok(guide.includes(`\`\`\`\n${output}\`\`\`\n`), output);
    },
    mainly,
  );
}

test("what the guide quotes of its examples stands in them", () => {
  const examples = readdirSync(exampleDirectory).map((name) =>
    readFileSync(join(exampleDirectory, name), "utf8"),
  );
  const quotes = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, quote = ""]) => quote);
  assert.ok(quotes.length > 0);
  for (const quote of quotes) {
    assert.ok(
      examples.some((text) => text.includes(quote)),
      quote,
    );
  }
});
