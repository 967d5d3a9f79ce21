import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { exitCodes } from "@unf/core/base";
import {
  badTitles,
  brokenLinks,
  foreignNames,
  generatedFiles,
  missingTests,
  strayRuntimes,
  strayWriters,
  type TextFile,
  tooLong,
  undocumentedErrors,
  unownedNotes,
  unpublishedDependencies,
  vagueComments,
} from "./checks.ts";
import { repository } from "./plant.ts";

/** Documents that must be there. */
const requiredDocs = [
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "docs/architecture.md",
  "docs/glossary.md",
  "docs/invariants.md",
  "docs/durability.md",
  "docs/contributing.md",
  "docs/errors.md",
  "docs/format/store.md",
  "docs/format/timeline.md",
  "docs/format/intent.md",
  "docs/format/socket.md",
];

/** Every name that may stand at the root. */
const rootNames = [
  ".ci",
  ".github",
  ".config",
  ".editorconfig",
  ".gitignore",
  ".node-version",
  ".npmrc",
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "cli",
  "daemon",
  "docs",
  "package-lock.json",
  "package.json",
  "packages",
  "sentinel",
  "test",
  "tsconfig.json",
];

/** Source files that may be longer than the limit, each with its reason. */
const longFiles: Record<string, string> = {};

/** Files that change a disk without asking whether this process still may, each with its reason. */
const unasked: Record<string, string> = {
  "packages/system/src/disk/base/writes.ts": "asks before each of them",
  "packages/system/src/disk/base/open-to-read.ts": "takes every flag away that writes",
  "packages/system/src/lock/lock.ts": "makes the lock that is asked about",
  "packages/system/src/log/rotating-file.ts": "here it is said that the lock was lost",
  "packages/system/src/program/spawn-program.ts": "the output of a program that is started",
  "packages/system/src/socket/socket.ts": "its own socket, told from others by inode",
  "packages/timeline/src/file/create-file.ts": "asks before each of them",
  "packages/timeline/src/file/rescue-copy.ts": "a private copy elsewhere, for readers",
  "packages/system/src/disk/read-canonical.ts": "reads where links lead",
  "packages/watch/src/directory/watched-directory.ts: watch": "watches",
  "packages/wiring/src/maintenance/canary-place.ts": "a home of its own in a temporary directory",
  "packages/wiring/src/maintenance/canary.ts": "the same",
};

const paths = execFileSync(
  "git",
  ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
  {
    cwd: repository,
    encoding: "utf8",
  },
)
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(repository, path)));

const texts: TextFile[] = paths
  .filter((path) => statSync(join(repository, path)).isFile())
  .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }))
  .filter(({ text }) => !text.includes("\0"));

/** Folders with a package.json: the workspaces. */
const parts = paths
  .filter((path) => /^(packages\/[^/]+|daemon|sentinel|cli|test)\/package\.json$/.test(path))
  .map((path) => ({ part: path.replace("/package.json", ""), ...readJson(path) }));

function readJson(path: string) {
  return JSON.parse(readFileSync(join(repository, path), "utf8"));
}

/** A made-up file with an offence. The word in it is split, so that this file commits none. */
const planted = (...words: string[]): TextFile[] => [{ path: "a.ts", text: words.join("") }];

test("no source file is too long", () => {
  assert.deepEqual(tooLong(texts, longFiles), []);
  const long = { path: "packages/core/src/a.ts", text: "\n".repeat(301) };
  assert.deepEqual(tooLong([long, { ...long, path: "daemon/src/a.ts" }], {}), [
    "packages/core/src/a.ts: 301 lines, 300 allowed",
  ]);
});

test("only one folder knows the runtimes apart", () => {
  assert.deepEqual(strayRuntimes(texts), []);
  for (const text of ["globalThis.Bun", 'import "bun:sqlite";', "process.versions.bun", "/$bunfs/"])
    assert.equal(strayRuntimes([{ path: "cli/src/a.ts", text }]).length, 1, text);
});

test("nothing unexpected stands at the root", () => {
  const names = new Set(paths.map((path) => path.replace(/\/.*/, "")));
  assert.deepEqual(
    [...names].filter((name) => !rootNames.includes(name)),
    [],
  );
});

test("every required document is there", () => {
  assert.deepEqual(
    requiredDocs.filter((path) => !paths.includes(path)),
    [],
  );
});

test("the tests of every package run in one of the two steps of the unit tests", () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  const named = [scripts["test:pure"], scripts["test:parts"]].flatMap((script: string) =>
    (/packages\/\{([^}]+)\}/.exec(script)?.[1] ?? "").split(","),
  );
  assert.deepEqual(named.sort(), readdirSync(join(repository, "packages")).sort());
});

test("every package has a README.md of at most 60 lines", () => {
  for (const { part } of parts.filter(({ part }) => part.startsWith("packages/"))) {
    const readme = texts.find(({ path }) => path === `${part}/README.md`);
    assert.ok(readme, `${part}/README.md is missing`);
    assert.ok(readme.text.split("\n").length <= 61, `${part}/README.md is too long`);
  }
});

test("every test that holds a promise is there", () => {
  for (const document of ["docs/invariants.md", "docs/durability.md"]) {
    const text = readFileSync(join(repository, document), "utf8");
    assert.deepEqual(
      missingTests(text, (path) => existsSync(join(repository, path))),
      [],
      document,
    );
  }
  assert.deepEqual(
    missingTests("`test/gone.test.ts`, `packages/core/src/x/`", () => false),
    ["test/gone.test.ts", "packages/core/src/x/"],
  );
});

test("every document has one title, and its relative links lead somewhere", () => {
  assert.deepEqual(badTitles(texts), []);
  assert.deepEqual(brokenLinks(texts, new Set(paths)), []);
  const document = "# One\n\n```sh\n# no title\n```\n[a](b.md) [c](x/d.md#here) [e](#one)\n";
  const files = [
    { path: "docs/a.md", text: document },
    { path: "docs/x/d.md", text: "# D\n# E\n" },
  ];
  assert.deepEqual(badTitles(files), ["docs/x/d.md: exactly one title, in the first line"]);
  assert.deepEqual(brokenLinks(files, new Set(["docs/a.md", "docs/x/d.md"])), [
    "docs/a.md: b.md",
    "docs/a.md: x/d.md#here",
  ]);
});

test("docs/errors.md lists exactly the program's error codes with their exit codes", () => {
  const document = texts.find(({ path }) => path === "docs/errors.md");
  if (document !== undefined) assert.deepEqual(undocumentedErrors(document.text, exitCodes), []);
  assert.deepEqual(undocumentedErrors("| `a` | 1 |\n| `b` | 2 |\n", { a: 1, c: 3, b: 1 }), [
    "c: exit 3, documented: not",
    "b: exit 1, documented: 2",
  ]);
  assert.deepEqual(undocumentedErrors("| `a` | 1 |", {}), ["a: documented, but no such code"]);
});

test("a note to do something later names its issue", () => {
  const sources = texts.filter(({ path }) => !path.startsWith("test/tidy/"));
  assert.deepEqual(unownedNotes(sources), []);
  assert.deepEqual(unownedNotes(planted("// TO", "DO later")), ["a.ts: TODO"]);
  assert.deepEqual(unownedNotes(planted("// TO", "DO(#12) later")), []);
});

test("no comment begins with What or Who", () => {
  assert.deepEqual(vagueComments(texts), []);
  const offences = [
    ["/** ", "What a pack holds. */"],
    ["/**\n * ", "Who may connect,\n * and when.\n */"],
    ["call(); // ", "Who calls."],
    ["// ", "Whatever else is there."],
    ["-- ", "What counts."],
  ];
  for (const [mark = "", words = ""] of offences) {
    const file = { path: "a/src/b.ts", text: `${mark}${words}\n` };
    assert.equal(vagueComments([file]).length, 1, file.text);
    assert.deepEqual(vagueComments([{ ...file, path: "a/src/frozen/b.ts" }]), []);
  }
  const clean = '/** Contents of a pack. What is damaged is left out. */\n"https://Who";\n';
  assert.deepEqual(vagueComments([{ path: "a/src/b.ts", text: clean }]), []);
});

/** Loaded when first needed, from a file that also imports the types, which the rules do see. */
const lateLoaders = new Set([
  "packages/watch/src/inotify/libc.ts",
  "packages/system/src/content/digest.ts",
  "packages/system/src/disk/base/libc.ts",
]);

test("modules are loaded where the import rules can see it", () => {
  const loaders =
    /\bcreateRequire\(|\brequire\(\s*["'`]|\bregister\w*Hooks?\(|\beval\(|\bnew Function\(/;
  const hidden = texts
    .filter(({ path }) => /^(packages\/[^/]+\/src|daemon|sentinel|cli\/src)\/.*\.ts$/.test(path))
    .filter(({ path, text }) => loaders.test(text) && !lateLoaders.has(path));
  assert.deepEqual(
    hidden.map(({ path }) => path),
    [],
  );
});

test("no file names a package registry or a path of this machine", () => {
  assert.deepEqual(foreignNames(texts, [repository, `${homedir()}/`]), []);
  const host = ["registry", "example", "org"].join(".");
  assert.deepEqual(foreignNames(planted(`https://${host}/a`), []), [`a.ts: ${host}`]);
  assert.deepEqual(foreignNames(planted("/me/", "file"), ["/me/"]), ["a.ts: /me/"]);
});

test("nothing that a tool makes is committed", () => {
  assert.deepEqual(generatedFiles(paths), []);
  const made = [
    "cli/dist/unf.cjs",
    "packages/a/src/b.js",
    "packages/a/src/b.d.ts",
    "a.tsbuildinfo",
  ];
  assert.deepEqual(generatedFiles([...made, "cli/bin/unf.js", "packages/a/src/b.ts"]), made);
});

test("every part is in the table of imports, in tsconfig.json, and has the repository's version", () => {
  const require = createRequire(import.meta.url);
  const { forbidden } = require(join(repository, ".config/dependency-cruiser.cjs"));
  const table = forbidden
    .map(({ name }: { name: string }) => /^direction: (.*)/.exec(name)?.[1])
    .filter((name: string | undefined) => name !== undefined);
  const { references } = readJson("tsconfig.json");
  const names = parts.map(({ part }) => part).sort();
  assert.deepEqual([...table, "test"].sort(), names);
  assert.deepEqual(references.map(({ path }: { path: string }) => path).sort(), names);
  assert.deepEqual([...new Set(parts.map(({ version }) => version))].length, 1);
  assert.deepEqual(
    parts.filter(({ private: hidden }) => hidden !== true).map(({ part }) => part),
    ["cli"],
  );
});

test("what the bundled parts need from npm, the published package declares in the same version", () => {
  const published = readJson("cli/package.json").dependencies;
  const bundled = parts
    .filter(({ part }) => part !== "test")
    .map(({ part, dependencies = {} }) => ({ name: part, dependencies }));
  assert.deepEqual(unpublishedDependencies(published, bundled), []);
  assert.deepEqual(
    unpublishedDependencies({ a: "1" }, [
      { name: "x", dependencies: { a: "2", "@unf/core": "1" } },
    ]),
    ["x: a@2"],
  );
});

test("the lock is complete: npm ci works on every platform and runs no compiler", () => {
  const scratch = mkdtempSync(join(tmpdir(), "unf-lock-"));
  try {
    const copy = join(scratch, "package-lock.json");
    copyFileSync(join(repository, "package-lock.json"), copy);
    execFileSync(process.execPath, [join(repository, ".config/complete-lock.mjs"), copy]);
    const committed = readFileSync(join(repository, "package-lock.json"), "utf8");
    assert.ok(readFileSync(copy, "utf8") === committed, "run: npm run lock");
  } finally {
    rmSync(scratch, { recursive: true });
  }
  const { allowScripts } = readJson("package.json");
  const withScripts = Object.entries(readJson("package-lock.json").packages)
    .filter(([, entry]) => (entry as { hasInstallScript?: boolean }).hasInstallScript)
    .map(([path]) => path.replace(/.*node_modules\//, ""));
  assert.deepEqual(
    withScripts.filter((name) => allowScripts[name] !== false),
    [],
  );
});

test("whatever writes asks whether it still may", () => {
  assert.deepEqual(strayWriters(texts, unasked), []);
  const stale = Object.keys(unasked).filter((known) => {
    const { [known]: _, ...others } = unasked;
    return strayWriters(texts, others).length === 0;
  });
  assert.deepEqual(stale, [], "an exception that nothing needs");
  const offence = (text: string) => strayWriters([{ path: "daemon/src/a.ts", text }], {});
  const from = 'from "node:fs";';
  assert.deepEqual(offence(`import { lstatSync, type Stats, unlinkSync } ${from}`), [
    "daemon/src/a.ts: unlinkSync",
  ]);
  assert.deepEqual(offence(`import { rmSync as lstatSync } ${from}`), [
    "daemon/src/a.ts: rmSync as lstatSync",
  ]);
  assert.deepEqual(offence('import { rm, stat } from "node:fs/promises";'), [
    "daemon/src/a.ts: rm",
  ]);
  for (const text of [
    `import * as fs ${from}`,
    `import fs ${from}`,
    'import * as fs from "node:fs/promises";',
    'const fs = await import("node:fs");',
    'const fs = require("fs");',
  ]) {
    assert.deepEqual(offence(text), ["daemon/src/a.ts: all of it"], text);
  }
  assert.deepEqual(offence('import type { Stats } from "node:fs";'), []);
});
