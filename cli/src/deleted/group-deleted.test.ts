import assert from "node:assert/strict";
import { test } from "node:test";
import type { RestoreRequest } from "@unf/core/restore";
import type { Head } from "@unf/core/timeline";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { fullPlan } from "../testing/shop-plans.ts";

const root = "/srv/p";
const gone = { event: "delete", hash: null, bytes: 0, mode: 0 } as const;
const paths = ["src/a/x", "src/a/y", "src/b/z", "top.md", "docs/one", "docs/two"];
const rows = [
  ...paths.map((path, i) => row({ id: i + 1, path, at: fakeNow - 900_000 })),
  row({ id: 11, path: "docs/one", at: fakeNow - 300_000, ...gone }),
  row({ id: 12, path: "docs/two", at: fakeNow - 290_000, ...gone }),
  row({ id: 13, path: "top.md", at: fakeNow - 60_500, ...gone }),
  row({ id: 14, path: "src/a/x", at: fakeNow - 60_000, ...gone }),
  row({ id: 15, path: "src/a/y", at: fakeNow - 59_000, ...gone }),
  row({ id: 16, path: "src/b/z", at: fakeNow - 58_000, ...gone }),
];

const setup: FakeSetup = {
  projects: [{ root, history: { rows } }],
  ...{ cwd: root, tty: true, columns: 80, env: { NO_COLOR: "1" } },
};
const lines = async (argv: string, more: Partial<FakeSetup> = {}) =>
  (await runFake(argv.split(" "), { ...setup, ...more })).stdout.trimEnd().split("\n");

test("a directory that went is one line with the numbers of its files", async () => {
  const [, directory, file, ...rest] = await lines("deleted");
  assert.match(directory ?? "", /^ 1-3 {2}13:31:09 .* src\/ +3 files$/);
  assert.match(file ?? "", /^ {3}4 .* top\.md /);
  assert.equal(rest.length, 3, "two files are told one by one");
  assert.equal((await lines("deleted --files")).length, 8);
  assert.equal((await lines("deleted", { tty: false })).length, 6);
  assert.ok((await lines("deleted --limit 1")).includes("and 3 more lines"));
});

test("two directories that went at once are told apart where the one around them stands", async () => {
  const pair = ["a/1", "a/2", "a/3", "b/1", "b/2/3", "b/4"].map((path) => `src/${path}`);
  const history = {
    rows: [
      ...pair.map((path, i) => row({ id: i + 1, path, at: fakeNow - 900_000 })),
      ...pair.map((path, i) => row({ id: i + 21, path, at: fakeNow - 60_000 + i, ...gone })),
    ],
  };
  const names = async (heads: readonly Head[]) => {
    const shown = await lines("deleted", { projects: [{ root, history: { ...history, heads } }] });
    return shown.slice(1, -1).map((line) => /(\S+\/) +(\d+ files)$/.exec(line)?.slice(1).join(" "));
  };
  const kept = { path: "src/kept" } as Head;
  assert.deepEqual(await names([kept]), ["src/b/ 3 files", "src/a/ 3 files"]);
  assert.deepEqual(await names([]), ["src/ 6 files"]);
});

test("a path and all bring back what the list has of them", async () => {
  const brought = async (which: string, cwd = root) => {
    const within: string[] = [];
    const plan = (request: RestoreRequest) => {
      within.push(...request.within);
      return { ...fullPlan, actions: [], request };
    };
    const projects = [{ root, history: { rows }, plan }];
    const { exit } = await runFake(["deleted", "--restore", which, "-n"], {
      ...setup,
      projects,
      cwd,
    });
    assert.equal(exit, 0, which);
    return within.toSorted();
  };
  assert.deepEqual(await brought("src"), ["src/a/x", "src/a/y", "src/b/z"]);
  assert.deepEqual(await brought("a", `${root}/src`), ["src/a/x", "src/a/y"]);
  assert.deepEqual(await brought("top.md"), ["top.md"]);
  assert.deepEqual(await brought("all"), paths.toSorted());
  assert.deepEqual(await brought("1-2"), ["src/a/y", "src/b/z"]);
});
