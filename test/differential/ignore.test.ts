import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { decodePath, encodePath, type RelPath } from "@unf/core/base";
import { createFilter, type Verdict } from "@unf/core/filter";
import { howMany, tempHome, testSeed } from "../kit/index.ts";
import { type Random, randomFrom, randomIgnoreFile, randomTree } from "./ignore-trees.ts";

// Random ignore files over random trees, judged by our filter and by `git check-ignore`. They must
// agree on every path, on the file and line that decided, and on the pattern's spelling.

const seed = testSeed();
const trees = howMany("UNF_TEST_TREES", { short: 40, long: 500 });

for (const ignoreCase of [false, true]) {
  const where = ignoreCase ? "letter case does not count" : "letter case counts";
  test(`the filter agrees with git on random trees where ${where}`, async () => {
    await using home = tempHome();
    const random = randomFrom(ignoreCase ? ~seed : seed);
    let decided = 0;
    for (let round = 0; round < trees; round += 1) {
      const given = randomCase(random, ignoreCase);
      decided += compare(given, home.root, `seed ${seed}, tree ${round}`);
    }
    // A generator whose patterns never match would agree about nothing.
    assert.ok(decided > trees, `only ${decided} paths were decided by a rule`);
  });
}

// Control characters are written out; a raw template keeps backslashes as they are.
const oddPaths =
  String.raw`a|ab|aXb/|aXb/c|axy/|axy/b|axy/z/|axy/z/b|x/|x/a|x/b|x/y/|x/y/b|x/abc/|x/abc/d|foo |foo|foox /|
#h|!n|é|éé|xéy|m/|mÁn|q\|[|a]|a-b|-|^|A|É|log.TXT|ſ|K`
    .replaceAll("\n", "")
    .split("|")
    .concat("u\udc80v", "a\r", "ab\r");
const oddLines =
  String.raw`a**/b|a**|/a**|x/a**|a**/**/b|a**/*|**\/b|x\/**/b|x/**\/b|**/x|***/b|x/***|x/***/b|
foo\ |foo |foo \|foo*\ |foo* /|ax[y] /|\#h|#h|\!n|!n|!!n|?|??|x?y|x??y|*é|m[À-È]n|u?v|u[!a]v|[!a]|[^a]|[a]|[]]|a[]-]b|
[[:alpha:]]|[[:upper:]]|[[:nope:]]|[a|[a-|[--0]|[z-a]|[\]]|a\]|q\\|q\|/|//|x//b|/x/|x/|x/*|x/**|!x/y/|||*|*/|**|
*.txt|k|s|*.|a*b*|[a]*b`
    .replaceAll("\n", "")
    .split("|")
    .concat("\t", "a\r", "a\r\r", "a*\r\r", "[a\r\r", "\u{feff}a", "a\0b", "a*\0b");

test("the filter agrees with git on spellings that are easily read otherwise", async () => {
  await using home = tempHome();
  // One copy of the paths for every line, in a directory of its own that holds the line.
  const files = oddLines.map((line, i) => [`${i}/.gitignore`, encodePath(`${line}\n`)] as const);
  const paths = oddLines.flatMap((_, i) => [`${i}/`, ...oddPaths.map((path) => `${i}/${path}`)]);
  for (const ignoreCase of [false, true]) {
    compare({ paths, files, ignoreCase, root: "" }, home.root, `ignore case: ${ignoreCase}`);
  }
});

interface Case {
  /** A final `/` makes a directory. Parents come before what is in them. */
  readonly paths: readonly string[];
  readonly files: readonly (readonly [path: string, content: Uint8Array])[];
  readonly ignoreCase: boolean;
  /** The directory of git's tree that is our project, with a final `/`; empty for all of it. */
  readonly root: string;
}

/** Where a case keeps the user's global excludes; not a path of the tree. */
const globalExcludes = "../global";

function randomCase(random: Random, ignoreCase: boolean): Case {
  const paths = randomTree(random);
  const directories = paths.filter((path) => path.endsWith("/"));
  const holders = [".git/info/exclude", globalExcludes, ".gitignore"].filter(() => random(3) > 0);
  for (const directory of directories) {
    if (random(4) === 0) holders.push(`${directory}.gitignore`);
  }
  const deviates = ignoreCase ? quotesCapital : () => false;
  const files = holders.map((path) => [path, randomIgnoreFile(random, paths, deviates)] as const);
  const top = directories.filter((path) => path.indexOf("/") === path.length - 1);
  const root = random(3) === 0 ? (top[random(top.length)] ?? "") : "";
  return { paths, files, ignoreCase, root };
}

/**
 * The one documented difference (docs/guide/ignore.md): where letter case does not count, git lets
 * a capital in brackets or after a backslash match nothing at all.
 */
function quotesCapital(line: string): boolean {
  return /\\[A-Z]|\[[^\]]*[A-Z]/.test(line);
}

/** Asserts agreement on every path of the project; the number of paths that a rule decided. */
function compare(given: Case, scratch: string, label: string): number {
  const expected = askGit(given, scratch);
  const { root } = given;
  // We record a root that a person chose although git would ignore it with all that is in it.
  if (root !== "" && !/^$|:\d+:!/.test(expected.get(root) ?? "")) return 0;
  const judge = filterOf(given);
  let decided = 0;
  for (const [path, answer] of expected) {
    if (path === root || !path.startsWith(root)) continue;
    if (answer !== "") decided += 1;
    const ours = judge(path);
    if (ours === answer) continue;
    const shown = given.files.map(([name, content]) => `--- ${name}\n${decodePath(content)}`);
    const where = `${label}: ${JSON.stringify(path)} of the project "${root}"`;
    assert.fail(`${where}\n  git: ${answer}\n  unf: ${ours}\n${shown.join("\n")}`);
  }
  return decided;
}

/** `file:line:pattern` of the rule that decided each path, or empty, as git prints it. */
function askGit({ paths, files, ignoreCase }: Case, scratch: string): Map<string, string> {
  const above = mkdtempSync(join(scratch, "case-"));
  const tree = join(above, "tree");
  for (const part of ["info", "objects", "refs"]) {
    mkdirSync(join(tree, ".git", part), { recursive: true });
  }
  writeFileSync(join(tree, ".git", "HEAD"), "ref: refs/heads/main\n");
  const onDisk = (path: string) => Buffer.concat([Buffer.from(`${tree}/`), encodePath(path)]);
  // git takes what is not there for a file, so only directories need be on disk.
  for (const path of paths) if (path.endsWith("/")) mkdirSync(onDisk(path));
  for (const [path, content] of files) writeFileSync(onDisk(path), content);

  const global = join(above, "global");
  const settings = [`core.excludesFile=${global}`, `core.ignorecase=${ignoreCase}`];
  const run = spawnSync(
    "git",
    [
      ...settings.flatMap((setting) => ["-c", setting]),
      ...["check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"],
    ],
    {
      cwd: tree,
      input: encodePath(paths.map((path) => `${withoutSlash(path)}\0`).join("")),
      maxBuffer: 2 ** 26,
      env: { PATH: process.env.PATH, HOME: above, GIT_CONFIG_NOSYSTEM: "1" },
    },
  );
  assert.ok(run.status === 0 || run.status === 1, run.stderr.toString());
  const fields = decodePath(run.stdout).split("\0");
  assert.equal(fields.length, paths.length * 4 + 1);
  return new Map(
    paths.map((path, index) => {
      const [file, line, pattern] = fields.slice(index * 4, index * 4 + 3);
      const name = file === global ? globalExcludes : file;
      return [path, file === "" ? "" : `${name}:${line}:${pattern}`];
    }),
  );
}

/** The same answers from our filter, for a path of git's tree. */
function filterOf({ files, ignoreCase, root }: Case): (path: string) => string {
  const contents = new Map(files);
  const outside = [globalExcludes, ...(root === "" ? [] : [".git/info/exclude", ".gitignore"])];
  const outer = outside.flatMap((name) => {
    const content = contents.get(name);
    return content === undefined
      ? []
      : [{ name: `outside ${name}`, content, prefix: withoutSlash(root) as RelPath }];
  });
  const filter = createFilter(
    { ignoreCase, outer, directoriesRemembered: 8 },
    { read: (path) => contents.get(root + path) },
  );
  return (path) => {
    const kind = path.endsWith("/") ? "directory" : "file";
    return ruleOf(filter.verdict(withoutSlash(path.slice(root.length)) as RelPath, kind), root);
  };
}

function ruleOf(verdict: Verdict, root: string): string {
  assert.ok(verdict.recorded || verdict.layer === "ignore", "another layer decided");
  if (verdict.rule === undefined) return "";
  const { file, line, pattern } = verdict.rule;
  const name = file.startsWith("outside ") ? file.slice("outside ".length) : root + file;
  return `${name}:${line}:${pattern}`;
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
