import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type BlameVersion, planBlame } from "@unf/core/blame";
import { isLongForm, testSeed } from "../kit/index.ts";
import { edited, type Lines, splitLines } from "./lines-edits.ts";
import { runGit } from "./lines-git.ts";
import { realPairs } from "./lines-pairs.ts";
import { type Random, seededRandom } from "./lines-random.ts";

const seed = testSeed();
/** Histories of each kind; each is told to git, too. */
const runs = isLongForm("UNF_LINES") ? 25 : 10;

interface Version extends BlameVersion {
  readonly at: number;
}

/** A file and what edits made of it, oldest first; no two versions in a row are equal. */
function growHistory(random: Random, files: readonly Lines[], count: number): Lines[] {
  const history = [random.pick(files)];
  while (history.length < count) {
    const before = history.at(-1) ?? [];
    const text = edited(before, 1 + random.int(3), random, random.pick(files)).join("");
    // An edit may leave a line without newline in the middle, so the text is taken apart anew.
    const after = splitLines(text);
    if (text !== before.join("") && after.length < 3000) history.push(after);
  }
  return history;
}

/** For each line of the newest version the version it comes from, and its number there: `3:41`. */
function blameByUs(history: readonly Lines[]): string[] {
  const versions = history.map((lines, at): Version => {
    const text = lines.join("");
    return { at, hash: text, isOperation: false, read: () => Buffer.from(text) };
  });
  const range = { from: 0, to: Number.POSITIVE_INFINITY };
  return planBlame(versions.toReversed(), range).map(
    ({ version, line }) => `${version.at}:${line}`,
  );
}

function blameByGit(history: readonly Lines[]): string[] {
  const cwd = mkdtempSync(join(tmpdir(), "unf-blame-"));
  try {
    runGit(["init", "-q", "."], { cwd });
    runGit(["fast-import", "--quiet"], { cwd, input: importStream(history) });
    const marks = runGit(["cat-file", "--batch-check=%(objectname)"], {
      cwd,
      input: Buffer.from(history.map((_, at) => `main~${history.length - 1 - at}\n`).join("")),
    });
    const commits = marks.toString().trim().split("\n");
    const told = runGit(["blame", "--porcelain", "main", "--", "file"], { cwd }).toString("latin1");
    return [...told.matchAll(/^([0-9a-f]{40}) (\d+) \d+/gm)].map(
      ([, commit = "", line]) => `${commits.indexOf(commit)}:${line}`,
    );
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function importStream(history: readonly Lines[]): Buffer {
  return Buffer.concat(
    history.flatMap((lines, at) => {
      const content = Buffer.from(lines.join(""));
      const head = `commit refs/heads/main\ncommitter a <a> ${1000 + at} +0000\ndata 0\n`;
      return [
        Buffer.from(`${head}M 100644 inline file\ndata ${content.length}\n`),
        content,
        Buffer.from("\n"),
      ];
    }),
  );
}

/** Histories in which every line is unlike any other and none moves, so one answer is possible. */
function growPlainHistory(random: Random, count: number): Lines[] {
  let written = 0;
  const fresh = (most: number): string[] =>
    Array.from(
      { length: 1 + random.int(most) },
      () => `${"  ".repeat(random.int(4))}line ${written++};\n`,
    );
  const history: Lines[] = [fresh(200)];
  while (history.length < count) {
    const lines = history.at(-1) ?? [];
    const start = random.int(lines.length + 1);
    const removed = random.chance(0.6) ? random.int(Math.min(15, lines.length - start) + 1) : 0;
    history.push(lines.toSpliced(start, removed, ...(random.chance(0.8) ? fresh(15) : [])));
  }
  return history.filter((lines, at) => lines.join("") !== history[at - 1]?.join(""));
}

test("blame is that of git where only one answer is possible", () => {
  const random = seededRandom(seed);
  for (let run = 0; run < runs; run++) {
    const history = growPlainHistory(random, 2 + random.int(60));
    assert.deepEqual(blameByUs(history), blameByGit(history), `run ${run}`);
  }
});

const linesMin = 1000;

test("blame of real files differs from git's only where a diff may align lines in two ways", () => {
  const random = seededRandom(seed);
  const files = realPairs(random, 30)
    .slice(0, 60)
    .map(({ before }) => splitLines(Buffer.from(before ?? []).toString("utf8")))
    .filter((lines) => lines.length > 5 && lines.length < 1500);
  let compared = 0;
  let different = 0;
  // How long the files are depends on what was committed here of late.
  for (let run = 0; run < runs || (compared <= linesMin && run < 10 * runs); run++) {
    const history = growHistory(random, files, 2 + random.int(25));
    const [ours, git] = [blameByUs(history), blameByGit(history)];
    assert.equal(ours.length, git.length);
    for (const [at, origin] of ours.entries()) {
      const [version = 0, line = 0] = origin.split(":").map(Number);
      assert.equal(
        history[version]?.[line - 1],
        history.at(-1)?.[at],
        `run ${run}, line ${at + 1}`,
      );
      compared++;
      if (git[at] !== origin) different++;
    }
  }
  console.log(`${compared} lines, ${different} of them with another answer than git's`);
  assert.ok(compared > linesMin && different < compared / 10);
});
