import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { promisify } from "node:util";
import treeSitter from "@vscode/tree-sitter-wasm";
import { launcher, makeScratchHome, runUnf, tempHome } from "../kit/index.ts";

// The scripts in the shells themselves. Their words are those that bash hands to a completion, which breaks
// them at `=` and `:`.

const hasBash = process.platform === "linux";

test("bash completes out of the history, with odd names as one word each", {
  skip: hasBash ? false : "needs bash",
}, async () => {
  await using home = tempHome();
  makeScratchHome(home);
  const unf = async (...args: string[]) => {
    const { code, stdout, stderr } = await runUnf(args, { home });
    assert.equal(code, 0, `unf ${args.join(" ")}\n${stdout}${stderr}`);
    return stdout;
  };
  mkdirSync(join(home.project, "lib"));
  for (const name of ["lib/a b.ts", "lib/$(touch x).ts", "lib/kept.ts"])
    writeFileSync(join(home.project, name), "1\n");
  await unf("watch", ".");
  await unf("checkpoint", "before refactor");
  await unf("checkpoint", "release:1");
  for (const name of ["a b.ts", "$(touch x).ts"]) rmSync(join(home.project, "lib", name));
  await unf("flush");
  const program = join(home.root, "unf");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${launcher()}" "$@"\n`);
  chmodSync(program, 0o755);
  const complete = async (...words: string[]) => {
    const script = `eval "$("$1" completion bash)"
      [[ $(complete -p unf) == *_unf* ]] || exit 3
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _unf "$1"; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { PATH: process.env.PATH, HOME: home.home, UNF_HOME: home.unfHome };
    const argv = ["--norc", "-c", script, "bash", program, ...words];
    const { stdout } = await promisify(execFile)("bash", argv, { env, cwd: home.project });
    return stdout.trimEnd().split("\n");
  };
  assert.deepEqual(await complete("rest"), ["restart", "restore"]);
  assert.deepEqual(await complete("log", "--color", "=", "al"), ["always"]);
  assert.deepEqual(await complete("restore", "--checkp"), ["--checkpoint"]);
  assert.deepEqual(await complete("restore", "--nothing"), [""]);
  assert.deepEqual(await complete("diff", "--checkpoint", "bef"), ["before refactor"]);
  assert.deepEqual(await complete("diff", "--checkpoint", "'before r"), ["before refactor"]);
  assert.deepEqual(await complete("restore", "--at", "cp", ":", "rel"), ["release:1"]);
  const files = (await complete("restore", "lib/")).sort();
  assert.deepEqual(files, ["lib/\\$\\(touch\\ x\\).ts", "lib/a\\ b.ts", "lib/kept.ts"]);
  await unf("stop");
});

test("PowerShell's grammar reads its script, and would not read a broken one", async () => {
  const { Language, Parser } = treeSitter;
  await Parser.init();
  const grammar = "@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm";
  const parser = new Parser().setLanguage(
    await Language.load(createRequire(import.meta.url).resolve(grammar)),
  );
  const complaintsOf = (text: string) => {
    const root = parser.parse(text)?.rootNode;
    assert.ok(root);
    return root.descendantsOfType("ERROR").length + (root.hasError ? 1 : 0);
  };
  await using home = tempHome();
  const { stdout: script } = await runUnf(["completion", "powershell"], { home });
  assert.equal(complaintsOf(script), 0);
  // Each line that ends a block, and each sign of a pair.
  for (const broken of [
    script.replace(/\n\}\n$/, "\n"),
    script.replace("foreach (", "foreach "),
    script.replace("-split", "--split %"),
    script.replace("param(", "param"),
    script.replace("'ParameterValue'", "'ParameterValue"),
    script.replace("[Convert]::", "[Convert::"),
  ]) {
    assert.notEqual(broken, script);
    assert.notEqual(complaintsOf(broken), 0, broken);
  }
});

test("fish completes through its own completion, what it adds by itself included", {
  skip: spawnSync("fish", ["--version"]).status === 0 ? false : "there is no fish",
}, async () => {
  await using home = tempHome();
  const program = join(home.root, "unf");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${launcher()}" "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(home.project, "kept.ts"), "");
  const script =
    'unf completion fish | source; complete -C "unf config get store.c"; complete -C "unf cat k"';
  const PATH = `${home.root}:${process.env.PATH}`;
  const env = { PATH, HOME: home.home, UNF_HOME: home.unfHome };
  const argv = ["--no-config", "-c", script];
  const { stdout } = await promisify(execFile)("fish", argv, { env, cwd: home.project });
  assert.deepEqual(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t")[0]),
    ["store.cap", "kept.ts"],
  );
});
