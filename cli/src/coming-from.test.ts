import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseSetting, settingKeys } from "@unf/core/config";
import { findCommand } from "./find-command.ts";
import type { Flag } from "./frame/argv/flag.ts";
import { foreignCommands } from "./frame/argv/foreign-words.ts";
import { globalFlags } from "./frame/argv/globals.ts";
import { runFake } from "./testing/fake-world.ts";
import { shop } from "./testing/shop.ts";

const guide = readFileSync(new URL("../../docs/guide/coming-from.md", import.meta.url), "utf8");
const rows = [...guide.matchAll(/^\| `((?:unf|au) [^`]+)` \| `(unf [^`]+)` \|/gm)].map(
  ([, theirs = "", ours = ""]) => ({ theirs, ours }),
);

/** Commands and flags of a line must be ours; its words may be anybody's. */
async function requireOurs(line: string): Promise<void> {
  const [, name = "", ...words] = line.split(" -- ")[0]?.split(" ") ?? [];
  const entry = findCommand(name);
  assert.ok(entry, line);
  const { flags } = await entry.load();
  for (const word of words.filter((one) => /^--?[a-zA-Z]/.test(one))) {
    const spelled = word.replace(/^-+/, "").replace(/=.*/, "");
    const isKnown =
      Object.hasOwn({ ...globalFlags, ...flags }, spelled) ||
      Object.values<Flag>({ ...globalFlags, ...flags }).some(({ short }) => short === spelled);
    assert.ok(isKnown, `${word} in: ${line}`);
  }
}

test("the lines that the guide gives for others' lines are ours", async () => {
  assert.ok(rows.length > 60, `${rows.length} rows`);
  for (const { ours } of rows) await requireOurs(ours);
  for (const line of Object.values(foreignCommands)) await requireOurs(line);
});

test("whoever types another program's line is told ours, unless it is the same", async () => {
  for (const { theirs, ours } of rows) {
    const [, ...argv] = theirs.split(" ");
    const { exit, stderr } = await runFake(argv, { projects: [shop] });
    if (exit !== 2 || argv.join(" ") === ours.slice("unf ".length)) continue;
    const [, name, flag] = /^unf (\S+)(?:.*? (--?[\w-]+))?/.exec(ours) ?? [];
    assert.match(stderr, /hint: /, theirs);
    const told = stderr.includes(`unf ${name}`) || (flag !== undefined && stderr.includes(flag));
    const isElsewhere = /UNF_HOME|that is unf|unless --project/.test(stderr);
    assert.ok(told || isElsewhere, `${theirs} → ${stderr}`);
  }
});

test("who types a line of git, jj or restic is understood, or told ours", async () => {
  const lines = [...guide.matchAll(/^\| `(?:git|jj|restic) ([^`]+)` \| `(unf [^`]+)` \|/gm)];
  assert.ok(lines.length > 25, `${lines.length} rows`);
  for (const [, theirs = "", ours = ""] of lines) {
    await requireOurs(ours);
    const { exit, stderr } = await runFake(theirs.split(" "), { projects: [shop] });
    assert.notEqual(exit, 70, stderr);
    if (exit === 2) assert.match(stderr, /hint: /, theirs);
  }
});

test("what the guide says that a line ends with it ends with", async () => {
  const said = [...guide.matchAll(/`unf ([^`]+)` ends with `([^`]+)`/g)];
  assert.ok(said.length > 0);
  for (const [, line = "", end = ""] of said) {
    const { stderr } = await runFake(line.split(" "), { projects: [shop] });
    assert.ok(stderr.trimEnd().endsWith(end), `${line}: ${stderr}`);
  }
});

test("the settings that the guide names take the values that it gives", () => {
  const named = [...guide.matchAll(/`unf config set (\S+) ([^`]+)`/g)];
  assert.ok(named.length >= 2);
  for (const [, key = "", value = ""] of named) {
    const known = settingKeys.find((one) => one === key);
    assert.ok(known !== undefined, key);
    assert.equal(parseSetting(known, value).kind, "value", `${key} ${value}`);
  }
});

test("a bare number where a version is meant is answered with one", async () => {
  for (const line of ["diff 12", "restore 12", "log 12"]) {
    const { exit, stderr } = await runFake(line.split(" "), { projects: [shop] });
    assert.equal(exit, 3, line);
    assert.match(stderr, /hint: a version is v12$/m, line);
  }
});

test("the fields that the guide gives for others' fields are in our documents", () => {
  const fields = [...guide.matchAll(/^\| (?:`|the )[^|]+\| ([^|]+) \| `([a-z-]+)` \|$/gm)];
  assert.ok(fields.length > 35, `${fields.length} rows`);
  for (const [, cell = "", name = ""] of fields) {
    const file = new URL(`../../test/golden/json/${name}.json`, import.meta.url);
    const known = pathsOf(JSON.parse(readFileSync(file, "utf8")));
    const named = [...cell.matchAll(/`([a-z_.[\]]+)`/g)].map(([, path = ""]) => path);
    assert.ok(named.length > 0, cell);
    for (const path of named) assert.ok(known.has(path), `${name} has no ${path}`);
  }
});

/** Every field of a document: `entries[].id`. */
function pathsOf(value: unknown, before = ""): Set<string> {
  if (Array.isArray(value))
    return new Set(value.flatMap((one) => [...pathsOf(one, `${before}[]`)]));
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([name, inner]) => {
      const path = before === "" ? name : `${before}.${name}`;
      return [path, ...pathsOf(inner, path)];
    }),
  );
}

test("no command of ours is taken for another program's", () => {
  for (const word of Object.keys(foreignCommands)) assert.equal(findCommand(word), undefined, word);
});
