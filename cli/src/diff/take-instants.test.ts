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

test("a range as git writes it is its two ends, and what is written as an instant is one", async () => {
  for (const word of ["v1..v4", "v1...v4"]) {
    const { from, to, files } = await json(`diff ${word}`);
    assert.deepEqual([from.version, to.version], ["v1", "v4"], word);
    assert.deepEqual(paths({ files }), ["src/cart.ts"]);
  }
  assert.equal((await json("diff v1..")).from.version, "v1");
  assert.equal((await json("diff cp:step")).from.checkpoint, "cp:5");
  assert.equal((await json("diff step.. src")).from.checkpoint, "cp:5");
  assert.equal((await json("diff op:1 src")).from.operation, "op-1");
  assert.equal((await runFake(["diff", "src..lib"], world)).exit, 3);
});

test("versions behind a path are instants, as for cat, unless something is recorded of that name", async () => {
  const { from, files } = await json("diff src/cart.ts v1");
  assert.deepEqual([from.version, ...paths({ files })], ["v1", "src/cart.ts"]);
  assert.equal((await json("diff src v1 v4")).to.version, "v4");
  assert.equal((await json("diff src v1..v4")).to.version, "v4");
  assert.equal((await runFake(["diff", "nope.ts", "v1"], world)).exit, 3);
  assert.equal((await runFake(["diff", "src", "v1", "v2", "v3"], world)).exit, 2);
});

test("who names an instant where a path stands is told the flag", async () => {
  const told: Readonly<Record<string, string>> = {
    "diff HEAD~1": "a commit of git is an instant: --at commit:HEAD~1",
    "diff main": "a commit of git is an instant: --at commit:main",
    "diff 5m": "5m is an instant: --at 5m, --since 5m",
    "log step": "step is a checkpoint: --at cp:step, --since cp:step",
    "restore step -n": "step is a checkpoint: --at cp:step, --since cp:step",
    "cat HEAD:src/cart.ts": "src/cart.ts --at commit:HEAD",
    "cat step:src/cart.ts": "src/cart.ts --at cp:step",
    "diff --at yesterdya": "did you mean yesterday?",
    "diff --at comit:HEAD": "did you mean commit:HEAD?",
  };
  for (const [line, hint] of Object.entries(told)) {
    const { stderr } = await runFake(line.split(" "), world);
    assert.equal(stderr.split("\n")[1], `hint: ${hint}`, line);
  }
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
  for (const argv of ["cat src/cart.ts v4", "cat v4 src/cart.ts", "cat v4:src/cart.ts"]) {
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
