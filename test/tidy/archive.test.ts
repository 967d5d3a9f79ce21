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

interface Packages {
  readonly archive: (of: {
    readonly directory: string;
    readonly version: string;
    readonly cpu: string;
  }) => readonly string[];
}

const made = new URL("../../.config/package/archive.mjs", import.meta.url);
const { archive } = (await import(made.href)) as Packages;

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
    assert.deepEqual(readdirSync(top).sort(), ["LICENSES", "unf", "unf-node"]);
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
  dpkg("--purge", "unf");
  assert.deepEqual(list(), []);
});
