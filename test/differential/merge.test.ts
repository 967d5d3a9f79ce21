import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { mergeTexts } from "@unf/core/lines";
import { isLongForm, testSeed } from "../kit/index.ts";
import { runGit } from "./lines-git.ts";
import { type Random, seededRandom } from "./lines-random.ts";

const random = seededRandom(testSeed());
const triples = isLongForm("UNF_LINES") ? 400 : 100;

/** A text and two that were made of it. */
interface Triple {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * No line occurs twice, so every difference has one answer only; git places a run of equal lines by
 * other rules when it merges than when it shows a difference.
 */
function someTriple(random: Random): Triple {
  const end = random.pick(["\n", "\n", "\r\n"]);
  const base = Array.from({ length: random.int(30) }, (_, line) => `line ${line}${end}`);
  const shared = edit(base, random, "both");
  const start = random.chance(0.3) ? shared : base;
  return {
    base: write(base, random),
    ours: write(edit(start, random, "ours"), random),
    theirs: write(edit(start, random, "theirs"), random),
  };
}

function edit(lines: readonly string[], random: Random, who: string): readonly string[] {
  let edited = lines;
  for (let count = random.int(4); count > 0; count--) {
    const at = random.int(edited.length + 1);
    const removed = random.int(4);
    const added = Array.from({ length: random.int(4) }, () => `${who} ${random.int(1e9)}\n`);
    edited = edited.toSpliced(at, removed, ...added);
  }
  return edited;
}

/** Now and then without the last newline. */
function write(lines: readonly string[], random: Random): string {
  const text = lines.join("");
  return random.chance(0.2) ? text.replace(/\n$/, "") : text;
}

/** The merge by `git merge-file`; where both changed the same, ours stays. */
function mergeByGit(root: string, triple: Triple): { text: string; conflicts: number } {
  for (const side of ["base", "ours", "theirs"] as const) {
    writeFileSync(join(root, side), triple[side]);
  }
  const files = ["ours", "base", "theirs"];
  const text = runGit(["merge-file", "-p", "--ours", ...files], { cwd: root }).toString();
  const marked = runGit(["merge-file", "-p", ...files], {
    cwd: root,
    expect: Array.from({ length: 128 }, (_, conflicts) => conflicts),
  });
  return { text, conflicts: marked.toString().split(/^<{7} /m).length - 1 };
}

test("texts are merged as git merge-file does it, with ours where both changed the same", () => {
  const root = mkdtempSync(join(tmpdir(), "unf-merge-"));
  let overlapping = 0;
  let clean = 0;
  try {
    for (let count = 0; count < triples; count++) {
      const triple = someTriple(random);
      const [base, ours, theirs] = [triple.base, triple.ours, triple.theirs].map((text) =>
        Buffer.from(text),
      ) as [Buffer, Buffer, Buffer];
      const { bytes, overlaps } = mergeTexts(base, ours, theirs);
      const git = mergeByGit(root, triple);
      assert.equal(Buffer.from(bytes).toString(), git.text, JSON.stringify(triple));
      assert.equal(overlaps.length > 0, git.conflicts > 0, JSON.stringify(triple));
      if (overlaps.length > 0) overlapping++;
      else if (triple.ours !== triple.base && triple.theirs !== triple.base) clean++;
    }
  } finally {
    rmSync(root, { recursive: true });
  }
  console.log(`${overlapping} triples with overlaps, ${clean} merged without`);
  assert.ok(overlapping > triples / 8 && clean > triples / 8);
});
