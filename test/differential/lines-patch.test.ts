import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { decodePath, encodePath, type RelPath } from "@unf/core/base";
import { diffLines, renderUnified } from "@unf/core/lines";
import { isLongForm, testSeed } from "../kit/index.ts";
import { runGit } from "./lines-git.ts";
import { type Pair, realPairs } from "./lines-pairs.ts";
import { seededRandom } from "./lines-random.ts";

/** A file on both sides of a step; `undefined`: there is none. */
interface Step {
  readonly before: FileState | undefined;
  readonly after: FileState | undefined;
}

interface FileState {
  readonly path: string;
  readonly mode: number;
  readonly content: Uint8Array;
}

const seed = testSeed();
const random = seededRandom(seed);

const plain = 0o100644;
const executable = 0o100755;
const text = (content: string) => Buffer.from(content);

/** Steps between real contents under plain names. */
function contentSteps(pairs: readonly Pair[]): Step[] {
  return pairs.map((pair, at) => {
    const state = (content: Uint8Array | undefined) =>
      content && { path: `dir/${at}.txt`, mode: plain, content };
    return { before: state(pair.before), after: state(pair.after) };
  });
}

/** Existence, modes and names. */
const fileSteps: readonly Step[] = [
  { before: undefined, after: { path: "created", mode: plain, content: text("a\nb") } },
  { before: undefined, after: { path: "new/tool", mode: executable, content: text("#!\n") } },
  { before: { path: "deleted", mode: plain, content: text("a\n\nb") }, after: undefined },
  {
    before: { path: "emptied", mode: plain, content: text("a\n") },
    after: { path: "emptied", mode: plain, content: text("") },
  },
  {
    before: { path: "mode", mode: plain, content: text("same\n") },
    after: { path: "mode", mode: executable, content: text("same\n") },
  },
  {
    before: { path: "from here", mode: plain, content: text("1\n2\n3\n4\n") },
    after: { path: "to/there now", mode: plain, content: text("1\n2\n3\nfour\n") },
  },
];

const names = [
  "two words.txt",
  "trailing ",
  "a -> b",
  'quote"d',
  "back\\slash",
  "tab\tin name",
  "line\nbreak",
  "bell\u0007",
  "café 👍",
  decodePath(Uint8Array.of(0x6c, 0xe9, 0x2e, 0x74)),
];

const nameSteps: readonly Step[] = names.map((path) => ({
  before: { path, mode: plain, content: text("old\nkept\n") },
  after: { path, mode: plain, content: text("kept\nnew") },
}));

/** Only git creates and deletes empty files by a patch. */
const emptyFileSteps: readonly Step[] = [
  { before: undefined, after: { path: "made empty", mode: plain, content: text("") } },
  { before: { path: "empty", mode: plain, content: text("") }, after: undefined },
];

function patchOf(steps: readonly Step[], context: number): Buffer {
  const patches = steps.map(({ before, after }) => {
    const { hunks } = diffLines(before?.content, after?.content, { context });
    const side = (state: FileState | undefined) =>
      state && { path: state.path as RelPath, mode: state.mode };
    return renderUnified({ before: side(before), after: side(after), hunks });
  });
  return Buffer.concat(patches);
}

/** Names as bytes: some are not UTF-8. */
function at(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), encodePath(path)]);
}

/** Writes what is there before, lets `apply` run the patch file, and compares with what is after. */
function checkApplied(
  steps: readonly Step[],
  patch: Buffer,
  apply: (root: string, patchFile: string) => void,
): void {
  const temporary = mkdtempSync(join(tmpdir(), "unf-patch-"));
  const root = join(temporary, "tree");
  try {
    mkdirSync(root);
    for (const { before } of steps) if (before !== undefined) writeState(root, before);
    const patchFile = join(temporary, "patch");
    writeFileSync(patchFile, patch);
    apply(root, patchFile);
    for (const { before, after } of steps) {
      if (after !== undefined) {
        const there = at(root, after.path);
        assert.ok(existsSync(there), `${after.path} is missing`);
        assert.ok(readFileSync(there).equals(after.content), `${after.path} is another`);
        assert.equal(statSync(there).mode & 0o111, after.mode & 0o111, after.path);
      }
      if (before !== undefined && before.path !== after?.path) {
        assert.ok(!existsSync(at(root, before.path)), `${before.path} is still there`);
      }
    }
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function writeState(root: string, state: FileState): void {
  mkdirSync(dirname(join(root, state.path)), { recursive: true });
  writeFileSync(at(root, state.path), state.content);
  chmodSync(at(root, state.path), state.mode & 0o777);
}

function applyByGit(root: string, patchFile: string): void {
  runGit(["apply", "--whitespace=nowarn", patchFile], { cwd: root });
}

function applyByPatch(root: string, patchFile: string): void {
  const options = ["--strip=1", "--fuzz=0", "--batch", "--force", "--input", patchFile];
  const { status, stdout, stderr } = spawnSync("patch", options, { cwd: root, encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
  // With --fuzz=0 it may still look elsewhere; then a line number was wrong.
  assert.doesNotMatch(stdout, /offset/);
}

const patchVersion = spawnSync("patch", ["--version"], { encoding: "utf8" });
const gnuPatch = patchVersion.status === 0 && patchVersion.stdout.startsWith("GNU patch");
const contents = contentSteps(realPairs(random, isLongForm("UNF_LINES") ? 140 : 70));

test("git apply turns the old files into the new ones", () => {
  const steps = [...contents, ...fileSteps, ...nameSteps, ...emptyFileSteps];
  checkApplied(steps, patchOf(steps, 3), applyByGit);
});

test("GNU patch turns the old files into the new ones", { skip: !gnuPatch }, () => {
  const steps = [...contents, ...fileSteps, ...nameSteps];
  checkApplied(steps, patchOf(steps, 3), applyByPatch);
});

test("a patch without context applies where it says", { skip: !gnuPatch }, () => {
  checkApplied(contents, patchOf(contents, 0), applyByPatch);
});

test("the names git reads from the patch are the names of the files", () => {
  const temporary = mkdtempSync(join(tmpdir(), "unf-patch-"));
  try {
    const patchFile = join(temporary, "patch");
    writeFileSync(patchFile, patchOf(nameSteps, 3));
    const listed = runGit(["apply", "--numstat", "-z", patchFile], { cwd: temporary });
    const records = names.map((name) =>
      Buffer.concat([text("1\t1\t"), encodePath(name), text("\0")]),
    );
    assert.deepEqual(listed, Buffer.concat(records));
  } finally {
    rmSync(temporary, { recursive: true });
  }
});
