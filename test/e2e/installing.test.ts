import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { isLongForm, type TempHome, tempHome, testEnvironment } from "../kit/index.ts";
import { buildPackage, installPackage, npm, packPackage } from "../kit/published-package.ts";

// The package that npm makes, installed globally with all scripts blocked, run by the Nodes that people
// have. test/tidy/package.test.ts plays Node 24 in the short form.

const nodePackage = `node-linux-${process.arch}`;

/** Another Node, from npm; `undefined` where the registry cannot be reached. */
function fetchNode(root: string, major: number): string | undefined {
  const prefix = join(root, `node-${major}`);
  mkdirSync(prefix);
  try {
    npm(["install", "--prefix", prefix, `${nodePackage}@${major}`], prefix);
  } catch (thrown) {
    if (
      /E(AI_AGAIN|NOTFOUND|CONNREFUSED|TIMEDOUT|NOTCACHED)|ENETUNREACH|network/.test(String(thrown))
    )
      return undefined;
    throw thrown;
  }
  return join(prefix, "node_modules", nodePackage, "bin/node");
}

/** Runs a program as a person does whose only Node is this one. */
function run(home: TempHome, node: string, words: readonly string[]) {
  const bin = join(home.root, `bin-${process.hrtime.bigint()}`);
  mkdirSync(bin);
  symlinkSync(node, join(bin, "node"));
  const others = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((entry) => !entry.includes("node_modules") && entry !== dirname(process.execPath));
  const PATH = [bin, ...others].join(delimiter);
  const [file = "", ...args] = words;
  const env = testEnvironment(home, { PATH, NODE_COMPILE_CACHE: undefined });
  return spawnSync(file, args, { cwd: home.project, env, encoding: "utf8" });
}

const form = {
  skip: !isLongForm("UNF_INSTALL")
    ? "UNF_INSTALL=long installs three Nodes from npm's registry"
    : process.platform === "linux"
      ? false
      : "there is no package of these Nodes",
};

test(
  "installed with scripts blocked it runs on Node 22 and 24, and Node 20 is told the way out",
  form,
  async (t) => {
    await using shop = tempHome();
    const packed = packPackage(buildPackage(shop.root));
    // A prefix as people call their directories.
    const prefix = join(shop.root, "prefix ä ö");
    installPackage(packed, prefix);
    const unf = join(prefix, "bin/unf");
    for (const major of [22, 24]) {
      const node = fetchNode(shop.root, major);
      if (node === undefined) {
        t.diagnostic(`Node ${major} was not tried: the registry cannot be reached`);
        continue;
      }
      await using home = tempHome();
      writeFileSync(join(home.project, "a.txt"), "1\n");
      const done = (...args: string[]) => {
        const { status, stdout, stderr } = run(home, node, [unf, ...args]);
        assert.equal(status, 0, `Node ${major}: unf ${args.join(" ")}\n${stdout}${stderr}`);
        return stdout;
      };
      done("watch", "--scratch-home");
      writeFileSync(join(home.project, "a.txt"), "2\n");
      done("flush");
      done("restore", "a.txt", "--at", "@prev", "--yes");
      assert.equal(done("cat", "a.txt"), "1\n");
      assert.match(done("version", "--json"), new RegExp(`${major}\\.\\d+\\.\\d+`));
      done("stop");
    }
    const old = fetchNode(shop.root, 20);
    if (old === undefined) return t.skip("Node 20: the registry cannot be reached");
    await using home = tempHome();
    const refused = run(home, old, [unf, "log"]);
    assert.equal(refused.status, 2);
    const [, words = ""] = /\((npm i -g .*) puts one beside unf\)\n$/.exec(refused.stderr) ?? [];
    assert.equal(words, `npm i -g --no-bin-links ${nodePackage}@24`, refused.stderr);
    const before = readdirSync(join(prefix, "bin"));
    const [command = "", ...rest] = words.split(" ");
    execFileSync(command, [...rest, "--prefer-offline"], {
      stdio: "pipe",
      env: { ...process.env, npm_config_prefix: prefix },
    });
    assert.deepEqual(
      readdirSync(join(prefix, "bin")),
      before,
      "no node of a person's is put aside",
    );
    const runs = run(home, old, [unf, "version", "--json"]);
    assert.equal(runs.status, 0, runs.stderr);
    assert.match(runs.stdout, /24\.\d+\.\d+/);
  },
);
