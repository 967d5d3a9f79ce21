import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type TempHome, tempHome, testEnvironment } from "@unf/test";
import { repository } from "./plant.ts";

const programs = ["dist/daemon.cjs", "dist/sentinel.cjs", "dist/unf.cjs"];

/** The published package as `npm pack` makes it, built in a directory of its own. */
function buildPackage(home: TempHome): string {
  const folder = join(home.root, "package");
  for (const name of ["package.json", "bin", "README.md"]) {
    cpSync(join(repository, "cli", name), join(folder, name), { recursive: true });
  }
  cpSync(join(repository, "LICENSE"), join(folder, "LICENSE"));
  const build = join(repository, ".config/build.mjs");
  execFileSync(process.execPath, [build, "--out", join(folder, "dist")], { stdio: "pipe" });
  return folder;
}

/** npm with its own configuration and cache, but no script of any package. */
function npm(args: readonly string[], cwd: string): string {
  return execFileSync(
    "npm",
    [...args, "--ignore-scripts", "--prefer-offline", "--loglevel=error"],
    {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
    },
  );
}

test("the package holds launcher, programs, readme and licence, and nothing else", async () => {
  await using home = tempHome();
  const folder = buildPackage(home);
  const [packed] = JSON.parse(npm(["pack", "--json"], folder));
  const names = packed.files.map(({ path }: { path: string }) => path).sort();
  assert.deepEqual(names, [
    "LICENSE",
    "README.md",
    "bin/package.json",
    "bin/unf.js",
    ...programs,
    "package.json",
  ]);
  for (const program of programs) {
    const text = readFileSync(join(folder, program), "utf8");
    assert.equal(text.includes(repository), false, `${program} names this checkout`);
  }
});

test("installed with every install script blocked, unf runs", async () => {
  await using home = tempHome();
  const folder = buildPackage(home);
  const [packed] = JSON.parse(npm(["pack", "--json"], folder));
  const prefix = join(home.root, "prefix");
  npm(["install", "--global", "--prefix", prefix, join(folder, packed.filename)], home.root);
  const unf = join(prefix, process.platform === "win32" ? "unf.cmd" : "bin/unf");
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const run = (...args: string[]) =>
    execFileSync(unf, args, {
      cwd: home.project,
      encoding: "utf8",
      env: testEnvironment(home, { PATH: path }),
    });
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  assert.match(run("--version"), new RegExp(`^unf ${version.replaceAll(".", "\\.")}\\b`));
  assert.equal(existsSync(home.unfHome), false, "asking for the version makes no home");
});
