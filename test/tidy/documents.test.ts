import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TextFile } from "./checks.ts";
import {
  deadPlaces,
  staleQuotations,
  staleTranscripts,
  unknownCalls,
  unlistedForms,
  unlistedRooms,
} from "./documents.ts";
import { repository } from "./plant.ts";

const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
const paths = execFileSync("git", listed, { cwd: repository, encoding: "utf8" })
  .split("\0")
  .filter((path) => existsSync(join(repository, path)));
const texts: TextFile[] = paths
  .filter((path) => /\.(ts|md)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));
const documents = texts.filter(({ path }) => path.endsWith(".md"));
const sources = texts.filter(({ path }) => path.endsWith(".ts"));

test("what the documents quote stands in the sources", () => {
  assert.deepEqual(staleQuotations(documents, sources), []);
  const quotes = documents.filter(({ text }) => /^```ts \S+\//m.test(text));
  assert.ok(quotes.some(({ path }) => path === "docs/style.md"));
});

test("a quotation of other lines, or of no file, is flagged", () => {
  const source = { path: "a.ts", text: "const one = 1;\nconst two = 2;\n" };
  const quoting = (file: string, lines: string): TextFile[] => [
    { path: "x.md", text: `\`\`\`ts ${file}\n${lines}\`\`\`\n` },
  ];
  assert.deepEqual(staleQuotations(quoting("a.ts", "const two = 2;\n"), [source]), []);
  assert.equal(staleQuotations(quoting("a.ts", "const two = 3;\n"), [source]).length, 1);
  assert.deepEqual(staleQuotations(quoting("b.ts", ""), [source]), ["x.md: b.ts does not exist"]);
});

test("the guide shows what is kept of an afternoon in each agent, to the letter", () => {
  const kept = paths
    .filter((path) => path.startsWith("docs/guide/afternoon/"))
    .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));
  assert.deepEqual(staleTranscripts(documents, kept), []);
  const shown = documents.flatMap(({ text }) =>
    Array.from(text.matchAll(/^```transcript (\S+)$/gm), ([, path]) => path),
  );
  assert.deepEqual(shown.toSorted(), kept.map(({ path }) => path).toSorted());
  assert.ok(kept.length >= 3);
  const planted = [{ path: "x.md", text: "```transcript a.txt\n> one\n```\n" }];
  for (const [text, faults] of [
    ["> one\n", 0],
    ["> one\n> two\n", 1],
    ["> two\n", 1],
  ] as const)
    assert.equal(staleTranscripts(planted, [{ path: "a.txt", text }]).length, faults, text);
});

test("the pseudo-code of the documents calls what there is", () => {
  assert.deepEqual(unknownCalls(documents, sources), []);
});

test("pseudo-code that calls nothing, or names no file, is flagged", () => {
  const text = [
    "export function one(): void {",
    "class A {",
    "  async #two(): Promise<void> {",
    "  readonly three = (",
  ].join("\n");
  const source = { path: "a.ts", text };
  const calling = (line: string): string[] =>
    unknownCalls([{ path: "x.md", text: `\`\`\`calls\n${line}\n\`\`\`\n` }], [source]);
  assert.deepEqual(calling("one() → two()  · a.ts"), []);
  assert.deepEqual(calling("  three(of a path)  · a.ts"), []);
  assert.deepEqual(calling("then a person waits"), []);
  assert.deepEqual(calling("four()  · a.ts"), ["x.md: a.ts declares no four"]);
  assert.deepEqual(calling("one()  · b.ts"), ["x.md: b.ts does not exist"]);
});

test("every place in the sources that a document names is there", () => {
  assert.deepEqual(deadPlaces(documents, paths), []);
});

test("a place that is not there is flagged, a pattern and a decision are not", () => {
  const naming = (place: string, path = "docs/x.md"): string[] =>
    deadPlaces([{ path, text: `see \`${place}\`.` }], ["packages/a/src/b.ts"]);
  for (const place of ["packages/a/src/b.ts", "packages/a/src", "packages/a/", "packages/*/c.ts"])
    assert.deepEqual(naming(place), []);
  assert.deepEqual(naming("packages/a/src/c.ts"), ["docs/x.md: packages/a/src/c.ts"]);
  assert.equal(naming("packages/a/sr").length, 1);
  assert.deepEqual(naming("packages/a/src/c.ts", "docs/decision/0001-x.md"), []);
});

test("the README of each part names its rooms", () => {
  // The one of cli is for who installs it.
  const readmes = documents
    .map((one) => ({
      ...one,
      path: one.path.replace(/^cli\/(src\/)?/, (_, src) => (src ? "cli/" : "npm/")),
    }))
    .filter(({ path }) => /^(packages\/[^/]+|daemon|sentinel|cli)\/README/.test(path));
  assert.ok(readmes.length > 10);
  assert.deepEqual(unlistedRooms(readmes, sources), []);
});

test("a room that a README does not name is flagged", () => {
  const files = ["a/src/up/one.ts", "a/src/down/deep/two.ts", "a/src/three.ts", "b/src/x/y.ts"];
  const texts = files.map((path) => ({ path, text: "" }));
  const readme = (text: string) => [{ path: "a/README.md", text }];
  assert.deepEqual(unlistedRooms(readme("`up`: one. `down/deep`: two."), texts), []);
  assert.deepEqual(unlistedRooms(readme("`up`, and down"), texts), ["a/README.md lacks down"]);
});

test("the long forms of tests are in the table of those", () => {
  const table = documents.find(({ path }) => path === "docs/contributing.md")?.text ?? "";
  assert.deepEqual(unlistedForms(table, sources), []);
  const name = "UNF_ANYTHING";
  const asking = [{ path: "a.test.ts", text: `const isLong = isLongForm("${name}");` }];
  assert.deepEqual(unlistedForms(table, asking), [name]);
  assert.deepEqual(unlistedForms(`${name}=long`, asking), []);
});
