import assert from "node:assert/strict";
import { test } from "node:test";
import { runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";

const world = { projects: [shop] };
const json = async (argv: string) => {
  const { exit, stdout, stderr } = await runFake([...argv.split(" "), "--json"], world);
  assert.equal(exit, 0, stderr);
  return JSON.parse(stdout);
};
const paths = ({ files }: { files: { path: string }[] }) => files.map(({ path }) => path);

test("two versions of one file compare that file, with a path before it or not", async () => {
  const { from, to, files } = await json("diff v1 v4");
  assert.deepEqual([from.version, to.version], ["v1", "v4"]);
  assert.deepEqual(paths({ files }), ["src/cart.ts"]);
  assert.deepEqual(paths(await json("diff v1 v9 src")).includes("src/cart.ts"), true);
});

test("one version is the state from which on is compared", async () => {
  const { from, files } = await json("diff v1");
  assert.equal(from.version, "v1");
  assert.ok(paths({ files }).every((path) => path === "src/cart.ts"));
});

test("a checkpoint's label stands for it where no path has its name", async () => {
  const { from } = await json("diff step");
  assert.equal(from.checkpoint, "cp:5");
  const { stderr, exit } = await runFake(["diff", "stepp"], world);
  assert.deepEqual([exit, stderr.split("\n")[0]], [3, "unf: nothing is recorded of stepp"]);
  assert.match(stderr, /hint: did you mean step\?/);
  const begun = await runFake(["diff", "before-r"], world);
  assert.match(begun.stderr, /hint: did you mean before-refactor\?/);
  const given = await runFake(["diff", "--at", "v1", "step"], world);
  assert.equal(given.exit, 3, "where a flag says when, words are paths");
});

test("more than two are too many, and a flag that says when leaves words to be paths", async () => {
  assert.equal((await runFake(["diff", "v1", "v2", "v3"], world)).exit, 2);
  assert.equal((await runFake(["diff", "--from", "v1", "v4"], world)).exit, 3);
});

test("a label is a time like others, without cp: before it", async () => {
  assert.equal((await json("diff --at step")).from.checkpoint, "cp:5");
  assert.equal((await json("cat src/cart.ts step")).at.checkpoint, "cp:5");
  assert.equal((await runFake(["diff", "--at", "no-such-label"], world)).exit, 2);
});

test("cat takes the version behind the path, and before it", async () => {
  for (const argv of ["cat src/cart.ts v4", "cat v4 src/cart.ts"]) {
    assert.equal((await json(argv)).version, "v4", argv);
  }
  assert.equal((await runFake(["cat", "src/cart.ts", "v4", "--at", "5m"], world)).exit, 2);
});

test("a listing takes its count as git does, and a time that begins with a dash stays one", async () => {
  assert.equal((await json("log -2")).entries.length, 2);
  assert.equal((await json("log -2 src/cart.ts")).entries.length, 2);
  assert.equal((await runFake(["log", "--since", "-5"], world)).exit, 2);
  assert.equal((await runFake(["log", "-0"], world)).exit, 2);
  assert.equal((await runFake(["log", "--", "-2"], world)).exit, 3);
});
