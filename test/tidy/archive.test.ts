import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { gunzipSync } from "node:zlib";

interface Packages {
  readonly archive: (of: {
    readonly directory: string;
    readonly version: string;
    readonly cpu: string;
  }) => readonly string[];
  readonly completions: Readonly<Record<string, readonly [file: string, place: string]>>;
}

const made = new URL("../../.config/package/archive.mjs", import.meta.url);
const { archive, completions } = (await import(made.href)) as Packages;

const licences = new URL("../../.config/package/licences.mjs", import.meta.url);
const { collectLicences } = (await import(licences.href)) as {
  readonly collectLicences: (root: string, runtimes: readonly string[], bundles: []) => string;
};

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const onTar = { skip: has("tar") ? false : "there is no tar" };
const onDpkg = {
  skip: !has("dpkg") ? "there is no dpkg" : process.getuid?.() === 0 ? false : "wants root",
};
const script = "#!/bin/sh\necho it is $0 beside $(dirname $(readlink -f $0))/unf-node\n";
const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** Packages of two scripts that stand for the executable and its Node. */
function makePackages(t: TestContext, umask = 0o022) {
  const root = mkdtempSync(join(tmpdir(), "unf-packages-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const directory = join(root, "package");
  mkdirSync(directory);
  const before = process.umask(umask);
  try {
    for (const name of ["unf", "unf-node"])
      writeFileSync(join(directory, name), script, { mode: 0o777 });
    writeFileSync(join(directory, "LICENSES"), "MIT\n");
    for (const name of ["man", "completions"]) mkdirSync(join(directory, name));
    for (const name of ["unf.1", "unf-log.1"])
      writeFileSync(join(directory, "man", name), `.TH ${name}\n`);
    for (const [shell, [file]] of Object.entries(completions))
      writeFileSync(join(directory, "completions", file), `for ${shell}\n`);
    const names = archive({ directory, version: "1.2.3", cpu: "x64" });
    const at = (end: string) => join(directory, names.find((name) => name.endsWith(end)) ?? end);
    return { root, at, names };
  } finally {
    process.umask(before);
  }
}

test(
  "the archive holds the executable, its Node and the licences, and the recipes its digest",
  onTar,
  (t) => {
    const { root, at } = makePackages(t);
    execFileSync("tar", ["-xf", at(".tar.gz"), "-C", root]);
    const top = join(root, "unf-1.2.3-linux-x64");
    assert.deepEqual(readdirSync(top).sort(), [
      "LICENSES",
      "completions",
      "man",
      "unf",
      "unf-node",
    ]);
    assert.deepEqual(readdirSync(join(top, "man")).sort(), ["unf-log.1", "unf.1"]);
    assert.match(execFileSync(join(top, "unf"), { encoding: "utf8" }), /^it is /);
    for (const recipe of ["unf.rb", "PKGBUILD"])
      assert.ok(readFileSync(at(recipe), "utf8").includes(sha256(at(".tar.gz"))), recipe);
  },
);

test("the PKGBUILD installs what the archive holds", onTar, (t) => {
  const { root, at } = makePackages(t);
  const [srcdir, pkgdir] = [join(root, "src"), join(root, "pkg")];
  mkdirSync(srcdir);
  execFileSync("tar", ["-xf", at(".tar.gz"), "-C", srcdir]);
  const play = `set -eu; . ${at("PKGBUILD")}; echo "\${source[0]}"; package`;
  const env = { ...process.env, srcdir, pkgdir };
  const source = execFileSync("bash", ["-c", play], { env, encoding: "utf8" }).trim();
  assert.equal(source, `file://${at(".tar.gz")}`);
  assert.equal(realpathSync(join(pkgdir, "usr/bin/unf")), join(pkgdir, "usr/lib/unf/unf"));
  const shared = (path: string) => readFileSync(join(pkgdir, "usr/share", path), "utf8");
  assert.equal(shared("man/man1/unf-log.1"), ".TH unf-log.1\n");
  assert.equal(shared("bash-completion/completions/unf"), "for bash\n");
  assert.equal(shared("zsh/site-functions/_unf"), "for zsh\n");
  assert.equal(shared("fish/vendor_completions.d/unf.fish"), "for fish\n");
});

test("the same files make the same packages, whatever the umask", onTar, (t) => {
  const [one, two] = [makePackages(t), makePackages(t, 0o077)];
  for (const end of [".tar.gz", ".deb"])
    assert.equal(sha256(one.at(end)), sha256(two.at(end)), end);
});

test("dpkg installs the package into an empty root and removes it without a trace", onDpkg, (t) => {
  const { root, at } = makePackages(t);
  const empty = join(root, "empty");
  mkdirSync(join(empty, "var/lib/dpkg/updates"), { recursive: true });
  for (const name of ["status", "available"]) writeFileSync(join(empty, "var/lib/dpkg", name), "");
  // This root has none of the packages that it depends on.
  const dpkg = (...words: string[]) =>
    execFileSync("dpkg", ["--root", empty, "--force-depends", ...words], { stdio: "pipe" });
  const list = () =>
    readdirSync(empty, { recursive: true, encoding: "utf8" }).filter(
      (path) => !path.startsWith("var"),
    );
  dpkg("--install", at(".deb"));
  const link = join(empty, "usr/bin/unf");
  assert.ok(lstatSync(link).isSymbolicLink() && lstatSync(realpathSync(link)).uid === 0);
  assert.match(execFileSync(link, { encoding: "utf8" }), /usr\/lib\/unf\/unf-node$/m);
  assert.ok(existsSync(join(empty, "usr/share/doc/unf/copyright")));
  const shared = (path: string) => readFileSync(join(empty, "usr/share", path));
  assert.equal(String(gunzipSync(shared("man/man1/unf-log.1.gz"))), ".TH unf-log.1\n");
  for (const [shell, [, place]] of Object.entries(completions))
    assert.equal(String(shared(place)), `for ${shell}\n`);
  dpkg("--purge", "unf");
  assert.deepEqual(list(), []);
});

test("everything inside has the text of a licence, or nothing is packaged", (t) => {
  const root = mkdtempSync(join(tmpdir(), "unf-licences-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, "LICENSE"), "ours\n");
  const install = (name: string, more: object, licence?: string) => {
    const directory = join(root, name === "cli" ? name : `node_modules/${name}`);
    mkdirSync(directory, { recursive: true });
    const facts = { name, version: "1.0.0", license: "MIT", ...more };
    writeFileSync(join(directory, "package.json"), JSON.stringify(facts));
    if (licence !== undefined) writeFileSync(join(directory, "LICENSE.txt"), licence);
  };
  const optionalDependencies = { "@koromix/koffi-linux-x64": "1.0.0" };
  const dependencies = { koffi: "1.0.0", "@tokenizer/token": "1.0.0" };
  install("cli", { dependencies });
  install("koffi", { optionalDependencies }, "koffi's text\n");
  install("@koromix/koffi-linux-x64", {});
  install("@tokenizer/token", {});
  install("@oven/bun-linux-x64", {});
  const text = collectLicences(root, ["@oven/bun-linux-x64"], []);
  const texts = Object.fromEntries(
    [...text.matchAll(/^(\S+) .*\n=+\n\n(.*)/gm)].map(([, name = "", line]) => [name, line]),
  );
  assert.equal(texts["@koromix/koffi-linux-x64"], "koffi's text");
  assert.match(texts["@oven/bun-linux-x64"] ?? "", /^The package has no text of its licence\./);
  assert.match(text, /^JavaScriptCore and WebKit are under/m);
  assert.match(text, /^Permission is hereby granted/m);
  assert.deepEqual(Object.keys(texts).sort(), [
    "@koromix/koffi-linux-x64",
    "@oven/bun-linux-x64",
    "koffi",
    "unf",
  ]);
  install("bare", {});
  install("cli", { dependencies: { ...dependencies, bare: "1.0.0" } });
  assert.throws(() => collectLicences(root, [], []), /bare has no licence/);
});
