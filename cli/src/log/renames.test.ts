import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, WallMs } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import fc from "fast-check";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { runFake } from "../testing/fake-world.ts";

const at = (minutes: number) => (fakeNow - minutes * 60_000) as WallMs;
const create = (id: number, path: string) =>
  row({ id, path, at: at(100 - id), event: "create" as const });
const modify = (id: number, path: string) => row({ id, path, at: at(100 - id) });
const rename = (id: number, path: string, from: string) =>
  row({
    id,
    path,
    at: at(100 - id),
    event: "rename",
    renamedFrom: from as RelPath,
    evidence: "inode",
    counts: { lines: 3, added: 0, removed: 0, exact: true },
  });
const departure = (id: number, path: string) =>
  row({
    id,
    path,
    at: at(100 - id),
    event: "delete",
    hash: null,
    bytes: 0,
    mode: 0,
    cause: "renamed",
  });

/** `a` was another file once; then `b` went to `a`, by way of `lib/c`. */
const rows: Snapshot[] = [
  create(1, "a"),
  create(2, "b"),
  row({ id: 3, path: "a", at: at(97), event: "delete", hash: null, bytes: 0, mode: 0 }),
  modify(4, "b"),
  rename(5, "lib/c", "b"),
  departure(6, "b"),
  modify(7, "lib/c"),
  departure(8, "lib/c"),
  rename(9, "a", "lib/c"),
  modify(10, "a"),
  create(11, "b"),
];
const contents = Object.fromEntries(rows.map(({ id }) => [id, `version ${id}\n`]));
const world = { projects: [{ root: "/srv/p", history: { rows }, contents }] };
const run = (argv: string, tty = false) =>
  runFake([...argv.split(" "), "--project", "/srv/p"], { ...world, tty });
const json = async (argv: string) => {
  const ran = await run(`${argv} --json`);
  assert.equal(ran.exit, 0, ran.stderr);
  return JSON.parse(ran.stdout);
};
const list = async (argv: string) =>
  (await json(argv)).entries.map(({ id, path }: { id: string; path: string }) => `${id} ${path}`);

test("one file is followed back through its names, unless --no-follow", async () => {
  const whole = ["v10 a", "v9 a", "v7 lib/c", "v5 lib/c", "v4 b", "v2 b"];
  assert.deepEqual(await list("log a"), whole);
  assert.deepEqual(await list("log a --reverse"), whole.toReversed());
  assert.deepEqual(await list("log a --no-follow"), ["v10 a", "v9 a", "v3 a", "v1 a"]);
  assert.deepEqual(await list("log a --kind rename"), ["v9 a", "v5 lib/c"]);
});

test("an old name ends with where the file went", async () => {
  assert.deepEqual(await list("log b"), ["v11 b", "v6 b", "v4 b", "v2 b"]);
  const { entries } = await json("log b");
  assert.equal(entries[1].renamed_to, "lib/c");
  assert.match((await run("log lib/c --color never", true)).stdout, /D {2}lib\/c → a /);
  assert.match((await run("log lib/c")).stdout, /\trenamed\tlib\/c\ta\n/);
  assert.equal(
    (await run("cat lib/c")).stderr.split("\n")[0],
    "unf: lib/c was renamed to a in v9 (1 hour ago)",
  );
});

test("the end of an old name is hidden where its rename is listed, and shown with --all", async () => {
  const departures = async (argv: string) =>
    (await list(argv)).filter((line: string) => line === "v6 b" || line === "v8 lib/c");
  assert.deepEqual(await departures("log"), []);
  assert.deepEqual(await departures("log b lib"), ["v8 lib/c"]);
  assert.deepEqual(await departures("log lib a"), []);
  assert.deepEqual(await departures("log --all"), ["v8 lib/c", "v6 b"]);
});

test("a rename says where from and how that is known", async () => {
  const { entries } = await json("log a --kind rename -n 1");
  const { kind, renamed_from, evidence, prev } = entries[0];
  assert.deepEqual([kind, renamed_from, evidence, prev], ["rename", "lib/c", "inode", "v7"]);
  assert.match((await run("log a --color never", true)).stdout, /R {2}a ← lib\/c +\+0 +v9/);
});

test("steps back from a version go on with the former name", async () => {
  for (const [word, content] of [
    ["v10~1", "version 9\n"],
    ["v10~2", "version 7\n"],
    ["v10~4", "version 4\n"],
  ] as const) {
    assert.equal((await run(`cat ${word}`)).stdout, content);
    assert.equal((await run(`cat a --version ${word}`)).stdout, content);
  }
  assert.match((await run("diff --version v9")).stdout, /^-version 7\n\+version 9$/m);
  assert.equal((await run("cat b --version v10~4")).exit, 3);
});

// Files that are renamed at random, each to a name that is free and was another file's before: the
// trace of each has exactly its own rows, and any pages of it put together are the whole.
test("a trace is the file's own history, in pages of any size", async () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom<Step["kind"]>("create", "move", "move", "move", "modify"),
      file: fc.nat(20),
      to: fc.nat(3),
    }),
    { minLength: 5, maxLength: 30, size: "max" },
  );
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      async (drawn, size, isReversed) => {
        const { history, files } = playRenames(drawn);
        const projects = [{ root: "/srv/p", history: { rows: history } }];
        for (const [path, expected] of files) {
          const flags = `log ${path} --project /srv/p${isReversed ? " --reverse" : ""} --json`;
          const found: number[] = [];
          let cursor = "";
          do {
            const words = `${flags} -n ${size}${cursor}`.split(" ");
            const page = JSON.parse((await runFake(words, { projects })).stdout);
            found.push(...page.entries.map(({ id }: { id: string }) => Number(id.slice(1))));
            cursor = page.next === null ? "" : ` --cursor ${page.next}`;
          } while (cursor !== "");
          assert.deepEqual(isReversed ? found : found.toReversed(), expected, path);
        }
      },
    ),
    { numRuns: 40 },
  );
});

interface Step {
  readonly kind: "create" | "move" | "modify";
  readonly file: number;
  readonly to: number;
}

/** Rows of the steps, and the ids that belong to the file at each path at the end. */
function playRenames(steps: readonly Step[]) {
  const history: Snapshot[] = [];
  const files = new Map<string, number[]>();
  for (const { kind, file, to } of steps) {
    const id = history.length + 1;
    const paths = [...files.keys()];
    const path = paths[file % Math.max(1, paths.length)];
    if (kind === "create" || path === undefined) {
      files.set(`new-${id}`, [id]);
      history.push(create(id, `new-${id}`));
      continue;
    }
    const own = files.get(path) ?? [];
    const name = `name-${to}`;
    if (kind === "modify" || files.has(name)) {
      own.push(id);
      history.push(modify(id, path));
      continue;
    }
    // Either row may come first.
    const [renamed, left] = file % 2 === 0 ? [id, id + 1] : [id + 1, id];
    files.delete(path);
    files.set(name, [...own, renamed]);
    const pair = [rename(renamed, name, path), departure(left, path)];
    history.push(...pair.sort((a, b) => a.id - b.id));
  }
  return { history, files };
}
