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

const unixOnly = process.platform === "win32" ? "needs a script with #!" : false;
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const hasPowerShell = has("pwsh");

/** Names in which a shell finds quotes, variables, operators, lists or comments, beside plain ones. */
const gone = [
  ..."a b|$(touch x)|it's|it’s|a,b|@x|a;b|a&b|#x|{x}|a(b)|a`b|$x|a|-x|ünï|東京|“x”|a[1]|%x|a=b|1..2".split(
    "|",
  ),
].map((name) => `${name}.ts`);

test("out of a history, with odd names as one word each", { skip: unixOnly }, async (context) => {
  await using home = tempHome();
  makeScratchHome(home);
  const unf = async (...args: string[]) => {
    const { code, stdout, stderr } = await runUnf(args, { home });
    assert.equal(code, 0, `unf ${args.join(" ")}\n${stdout}${stderr}`);
    return stdout;
  };
  mkdirSync(join(home.project, "lib"));
  for (const name of ["kept.ts", ...gone]) writeFileSync(join(home.project, "lib", name), "1\n");
  await unf("watch", ".");
  await unf("checkpoint", "before refactor");
  await unf("checkpoint", "release:1");
  for (const name of gone) rmSync(join(home.project, "lib", name));
  await unf("flush");
  const program = writeProgram(home.root);
  const env = { PATH: `${home.root}:${process.env.PATH}`, HOME: home.home, UNF_HOME: home.unfHome };
  const run = async (file: string, ...argv: string[]) =>
    (await promisify(execFile)(file, argv, { env, cwd: home.project })).stdout;

  await context.test("bash", async () => {
    const complete = async (...words: string[]) => {
      const script = `eval "$("$1" completion bash)"
        [[ $(complete -p unf) == *_unf* ]] || exit 3
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _unf "$1"; printf '%s\n' "\${COMPREPLY[@]}"`;
      return (await run("bash", "--norc", "-c", script, "bash", program, ...words))
        .trimEnd()
        .split("\n");
    };
    assert.deepEqual(await complete("rest"), ["restart", "restore"]);
    assert.deepEqual(await complete("log", "--color", "=", "al"), ["always"]);
    assert.deepEqual(await complete("restore", "--checkp"), ["--checkpoint"]);
    assert.deepEqual(await complete("restore", "--nothing"), [""]);
    assert.deepEqual(await complete("diff", "--checkpoint", "bef"), ["before refactor"]);
    assert.deepEqual(await complete("diff", "--checkpoint", "'before r"), ["before refactor"]);
    assert.deepEqual(await complete("restore", "--at", "cp", ":", "rel"), ["release:1"]);
    const files = await complete("restore", "lib/");
    for (const file of ["lib/\\$\\(touch\\ x\\).ts", "lib/a\\ b.ts", "lib/kept.ts"])
      assert.ok(files.includes(file), files.join("\n"));
  });

  const isOf = (shown: string) => gone.some((name) => shown === `lib/${name}`);

  await context.test("PowerShell's line, and what is typed for it", async () => {
    const { readLine } = await openGrammar();
    const complete = async (line: string) => {
      const told = await unf("complete", "--shell", "powershell", "--line", toBase64(line));
      const [adds, ...rows] = Buffer.from(told, "base64").toString("utf8").split("\n");
      return { adds, rows: rows.map((row) => row.split("\t")) };
    };
    for (const [line, first] of [
      ["unf rest", "restart"],
      ["unf  log --color al", "always"],
      ["unf diff --checkpoint bef", "'before refactor'"],
      ["unf diff --checkpoint 'before r", "'before refactor'"],
      ['& unf diff --checkpoint "before r', "'before refactor'"],
      ["unf diff --checkpoint before` r", "'before refactor'"],
      ["unf restore --at cp:rel", "'cp:release:1'"],
      ["unf restore 'lib/東", "lib/東京.ts"],
      ["unf config ", "get"],
    ] as const)
      assert.equal((await complete(line)).rows[0]?.[0], first, line);
    const { adds, rows } = await complete("unf restore lib/");
    assert.equal(adds, "files");
    assert.equal(rows.filter(([, shown = ""]) => isOf(shown)).length, gone.length);
    for (const [typed = "", shown] of rows) {
      const words = readLine(`unf restore ${typed}`);
      assert.deepEqual(words, ["restore", shown], JSON.stringify([typed, shown]));
    }
    assert.deepEqual(readLine("unf cat a,b"), undefined, "the grammar would tell");
    assert.deepEqual(readLine("unf cat 'it's'"), undefined, "the grammar would tell");
  });

  await context.test(
    "PowerShell itself",
    {
      skip: hasPowerShell ? false : "there is no pwsh",
    },
    async () => {
      const quoted = (line: string) => `'${line.replaceAll(/['‘’‚‛]/gu, "$&$&")}'`;
      const complete = async (line: string, at = line.length) => {
        const script = `unf completion powershell | Out-String | Invoke-Expression
        [Console]::OutputEncoding = [Text.Encoding]::UTF8
        (TabExpansion2 -inputScript ${quoted(line)} -cursorColumn ${at}).CompletionMatches |
          ForEach-Object { $_.CompletionText }`;
        const said = await run("pwsh", "-NoProfile", "-NonInteractive", "-Command", script);
        return said.trimEnd().split("\n");
      };
      assert.deepEqual(await complete("unf rest"), ["restart", "restore"]);
      assert.deepEqual(await complete("unf rest --at 5m", "unf rest".length), [
        "restart",
        "restore",
      ]);
      assert.deepEqual(await complete("unf diff --checkpoint 'before r"), ["'before refactor'"]);
      assert.ok((await complete("unf config ")).includes("get"), "an empty word");
      const files = await complete("unf restore lib/");
      for (const file of ["'lib/a b.ts'", "'lib/$(touch x).ts'", "'lib/it''s.ts'", "lib/東京.ts"])
        assert.ok(files.includes(file), files.join("\n"));
    },
  );

  await unf("stop");
});

test("PowerShell's grammar reads its script, and would not read a broken one", async () => {
  const { complaintsOf } = await openGrammar();
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
  skip: has("fish") ? false : "there is no fish",
}, async () => {
  await using home = tempHome();
  writeProgram(home.root);
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

/** A program `unf` in this directory. */
function writeProgram(directory: string): string {
  const program = join(directory, "unf");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${launcher()}" "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

/** The grammar of PowerShell that VS Code has. */
async function openGrammar() {
  const { Language, Parser } = treeSitter;
  await Parser.init();
  const grammar = "@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm";
  const parser = new Parser().setLanguage(
    await Language.load(createRequire(import.meta.url).resolve(grammar)),
  );
  const parse = (text: string) => {
    const root = parser.parse(text)?.rootNode;
    assert.ok(root);
    return root;
  };
  return {
    complaintsOf: (text: string) => {
      const root = parse(text);
      return root.descendantsOfType("ERROR").length + (root.hasError ? 1 : 0);
    },
    /** The words behind the command, as they reach it; `undefined` where one is more than a text. */
    readLine: (line: string): string[] | undefined => {
      const root = parse(line);
      const [elements, ...others] = root.descendantsOfType("command_elements");
      if (root.hasError || elements?.endIndex !== line.length || others.length > 0)
        return undefined;
      const words: string[] = [];
      for (const part of elements.namedChildren) {
        if (part?.type === "command_argument_sep") continue;
        const [, inside] = /^'((?:[^'‘’‚‛]|['‘’‚‛]{2})*)'$/u.exec(part?.text ?? "") ?? [];
        if (inside !== undefined) words.push(inside.replaceAll(/(['‘’‚‛]){2}/gu, "$1"));
        else if (/^(generic_token|command_parameter)$/.test(part?.type ?? ""))
          words.push(part?.text ?? "");
        else return undefined;
      }
      return words;
    },
  };
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}
