import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { bundleOf, onBundles, type TempHome, testEnvironment, wordsOfUnf } from "../kit/index.ts";
import { tellStory } from "./story.ts";
import { lacksShell } from "./typing-shell.ts";

// `unf prompt` has a program of its own, which a shell starts before each line. It says what the whole
// program says, or leaves it to that.

const prompts = ["", "--shell bash", "--shell=zsh", "--color always", "--color never"];

interface Place {
  readonly home: TempHome;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The word by the small program, and whether that gave it; and by the whole one. */
function ask(words: string, { home, cwd, env }: Place) {
  const argv = words.split(" ").filter((word) => word !== "");
  const options = { cwd, env: testEnvironment(home, env), encoding: "utf8" } as const;
  const small = join(bundleOf("unf"), "../prompt.cjs");
  // As the launcher runs it.
  const call = `const module = { exports: {} };
    const file = ${JSON.stringify(small)};
    const text = require("fs").readFileSync(file, "latin1");
    require("vm").runInThisContext(text)(module.exports, require, module, file);
    process.exitCode = module.exports.tellPrompt(process.argv.slice(1)) ? 0 : 9;`;
  const quick = spawnSync(process.execPath, ["-e", call, "--", ...argv], options);
  const whole = spawnSync(process.execPath, [bundleOf("unf"), "prompt", ...argv], options);
  assert.equal(quick.stderr, "");
  return { quick: quick.status === 0 ? quick.stdout : undefined, whole: whole.stdout };
}

function assertAlike(place: Place, state: string): void {
  for (const words of prompts) {
    const { quick, whole } = ask(words, place);
    assert.equal(quick, whole, `unf prompt ${words}`);
    const word = stripVTControlCharacters(whole).replaceAll(/\p{Cc}|%[{}]/gu, "");
    assert.equal(word, state);
  }
}

test(
  "the prompt's own program says what the whole one says, where it says anything",
  onBundles,
  async () => {
    await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
    const { home } = story;
    const here = { home, cwd: home.project };
    mkdirSync(join(home.project, "src/deep"), { recursive: true });
    assertAlike(here, "recording");
    assertAlike({ home, cwd: join(home.project, "src/deep") }, "recording");
    assertAlike({ home, cwd: home.root }, "");
    assertAlike({ ...here, env: { FORCE_COLOR: "1" } }, "recording");

    for (const words of [
      "--json",
      "--shell fish",
      "--shell",
      "--shell bash --utc",
      "extra",
      "--help",
    ])
      assert.equal(ask(words, here).quick, undefined, words);
    const named = { ...here, env: { UNF_PROJECT: home.project } };
    assert.equal(ask("", named).quick, undefined, "a project that is named is the whole program's");

    await story.unf("stop");
    assertAlike(here, "not-recording");
    writeFileSync(join(home.unfHome, "intent.json"), "{");
    rmSync(join(home.unfHome, "intent.prev.json"), { force: true });
    assertAlike(here, "");
    writeFileSync(join(home.unfHome, "format.json"), '{"format":99}\n');
    const refused = ask("", here);
    assert.deepEqual(refused, { quick: undefined, whole: "" });
  },
);

/** The lines of the guide for this shell, and what then prints the prompt. */
const shown = {
  bash: { words: ["--norc", "-c"], print: `printf "%s" "\${PS1@P}"` },
  zsh: { words: ["-f", "-c"], print: 'print -nP "$PROMPT"' },
  fish: { words: ["--no-config", "-c"], print: "fish_prompt" },
} as const;

for (const shell of ["bash", "zsh", "fish"] as const) {
  test(`the guide's lines for ${shell} load without a word, and show the prompt's`, {
    skip: lacksShell(shell),
  }, async () => {
    await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
    const { home } = story;
    const guide = readFileSync(
      new URL("../../docs/guide/in-the-shell.md", import.meta.url),
      "utf8",
    );
    const [, lines = ""] = new RegExp(`\`\`\`${shell}\n(.*?)\`\`\``, "s").exec(guide) ?? [];
    const [program, ...own] = wordsOfUnf();
    const unf = join(home.root, "unf");
    const quoted = [program, ...own].map((word) => `"${word}"`).join(" ");
    writeFileSync(unf, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
    const { words, print } = shown[shell];
    const compinit = shell === "zsh" ? "autoload -Uz compinit && compinit -u -D\n" : "";
    const run = () =>
      spawnSync(shell, [...words, `${compinit}${lines}${print}`], {
        cwd: home.project,
        env: testEnvironment(home, { PATH: `${home.root}:${process.env.PATH}`, TERM: "xterm" }),
        encoding: "utf8",
      });
    const before = run();
    assert.equal(before.stderr, "");
    assert.match(stripVTControlCharacters(before.stdout), /^\p{Cc}*recording\p{Cc}* .*project/u);
    await story.unf("stop");
    assert.match(stripVTControlCharacters(run().stdout), /^\p{Cc}*not-recording\p{Cc}* /u);
  });
}
