import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isCarried } from "../one-file.ts";
import { planBackground } from "./background.ts";

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
const carried = (text: string) => ({ digest: sha256(text), bytes: () => Buffer.from(text) });
const background = {
  nodeBytes: 4,
  digest: "0123456789abcdef0123",
  files: { "daemon.cjs": carried("d"), "sentinel.cjs": carried("s"), "koffi.node": carried("k") },
};

/** An installation with a Node beside the executable, and a home. */
function makePlace(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), "unf-background-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [executable, node, home] = ["unf", "unf-node", "home"].map((name) => join(root, name));
  assert.ok(executable !== undefined && node !== undefined && home !== undefined);
  for (const file of [executable, node]) writeFileSync(file, "node", { mode: 0o755 });
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, "format.json"), "{}");
  const plan = (program: string, now = Date.now()) =>
    planBackground(program, ["--home", home], background, {
      executable,
      env: { UNF_HOME: "/nowhere" },
      now,
      digestOf: (path) => sha256(readFileSync(path)),
    });
  return { executable, node, home, plan, programs: join(home, "cache/programs-0123456789abcdef") };
}

test("the Node beside the executable runs what is unpacked, which starts others by the executable", (t) => {
  const { executable, node, home, plan, programs } = makePlace(t);
  const { file, words = [] } = plan("daemon") ?? {};
  assert.equal(file, node);
  assert.deepEqual(
    [words[0], ...words.slice(-3)],
    [executable, join(programs, "daemon.cjs"), "--home", home],
  );
  assert.ok(isCarried(words.at(-3) ?? ""));
  assert.ok(words.includes("--max-old-space-size=384"));
  assert.ok(plan("sentinel")?.words.includes("--jitless"));
  assert.equal(statSync(programs).mode & 0o777, 0o700);
  writeFileSync(join(programs, "koffi.node"), "evil");
  plan("daemon");
  assert.equal(readFileSync(join(programs, "koffi.node"), "utf8"), "k");
});

test("a Node that did not come with the executable runs nothing, nor does any without a home", (t) => {
  const { node, home, plan } = makePlace(t);
  assert.equal(plan("unf"), undefined);
  const plants: readonly (() => void)[] = [
    () => rmSync(node),
    () => writeFileSync(node, "another", { mode: 0o755 }),
    () => {
      rmSync(node);
      symlinkSync("/bin/sh", node);
    },
    () => {
      rmSync(node);
      writeFileSync(node, "node");
      chmodSync(node, 0o777);
    },
  ];
  for (const plant of plants) {
    plant();
    assert.equal(plan("daemon"), undefined);
    assert.ok(!existsSync(join(home, "cache")));
  }
  chmodSync(node, 0o755);
  assert.ok(plan("daemon") !== undefined);
  rmSync(join(home, "format.json"));
  assert.equal(plan("daemon"), undefined);
});

test("programs of another version go once nobody has started them for a month", (t) => {
  const { home, plan, programs } = makePlace(t);
  plan("daemon");
  const other = join(home, "cache/programs-fedcba9876543210");
  mkdirSync(other);
  writeFileSync(join(other, "used"), "");
  const kept = join(home, "cache/programs-of-mine");
  mkdirSync(kept);
  plan("sentinel");
  assert.ok(existsSync(other));
  utimesSync(join(other, "used"), 0, 0);
  plan("sentinel");
  assert.deepEqual(
    [existsSync(other), existsSync(kept), existsSync(programs)],
    [false, true, true],
  );
});
