import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { makeScratchHome, runUnf, type TempHome, tempHome } from "../kit/index.ts";
import { lacksShell, TypingShell, type TypingShellName } from "./typing-shell.ts";

// Keys pressed at a terminal of each shell, and the words that unf is started with afterwards: a name that
// completes reaches it whole, and nothing in it is carried out.

/** Names as nobody would choose them; each lies in a directory of its own, so that one key completes it. */
const names = [
  "plain.ts",
  "a b.ts",
  "it's.ts",
  'say "x".ts',
  "$(touch carried-out).ts",
  "`touch carried-out`.ts",
  "$HOME.ts",
  "back\\slash.ts",
  "a;touch carried-out;b.ts",
  "a&b|c>d.ts",
  "star*.ts",
  "[ab]?.ts",
  "{x,y}.ts",
  "#hash.ts",
  "!bang.ts",
  "~tilde.ts",
  "a=b.ts",
  "a:b.ts",
  "ünïcode.ts",
];

const shells: readonly TypingShellName[] = ["bash", "zsh", "fish"];

interface Fixture {
  readonly home: TempHome;
  readonly unf: (...args: string[]) => Promise<void>;
}

/** Files that are there in `there-<n>/`, and such as were deleted in `gone-<n>/`. */
async function fill({ home, unf }: Fixture): Promise<void> {
  for (const [index, name] of names.entries()) {
    for (const kind of ["there", "gone"]) {
      mkdirSync(join(home.project, `${kind}-${index}`));
      writeFileSync(join(home.project, `${kind}-${index}`, name), `${index}\n`);
    }
  }
  for (const path of ["broken/line\nbreak.ts", "dash/-dash.ts"]) {
    mkdirSync(join(home.project, dirname(path)));
    writeFileSync(join(home.project, path), "1\n");
  }
  await unf("watch", ".");
  await unf("checkpoint", "before refactor");
  for (const [index, name] of names.entries()) rmSync(join(home.project, `gone-${index}`, name));
  await unf("flush");
}

// One history for all of them, and at once: most of the time goes into starting what completes.
test("a name that completes reaches unf as it is, whatever is in it", {
  concurrency: true,
}, async (context) => {
  await using home = tempHome();
  makeScratchHome(home);
  const unf = async (...args: string[]) => {
    const { code, stdout, stderr } = await runUnf(args, { home });
    assert.equal(code, 0, `unf ${args.join(" ")}\n${stdout}${stderr}`);
  };
  await fill({ home, unf });
  const played = shells.map((name) =>
    context.test(`in ${name}`, { skip: lacksShell(name) }, () => typeAllIn(name, home)),
  );
  await Promise.all(played);
  assert.ok(!existsSync(join(home.project, "carried-out")), "a name was carried out");
  await unf("stop");
});

async function typeAllIn(name: TypingShellName, home: TempHome): Promise<void> {
  await using shell = new TypingShell(name, home);
  assert.deepEqual(await shell.complete("unf checkp"), ["checkpoint"]);
  assert.deepEqual(await shell.complete("unf log --col"), ["log", "--color"]);
  assert.deepEqual(await shell.complete("unf diff --checkpoint bef"), [
    ...["diff", "--checkpoint", "before refactor"],
  ]);
  const wrong: string[] = [];
  for (const [index, one] of names.entries()) {
    for (const [word, kind] of [
      ["cat", "there"],
      ["restore", "gone"],
    ] as const) {
      const directory = `${kind}-${index}/`;
      const told = await shell.complete(`unf ${word} ${directory}`);
      if (told.join("\0") !== `${word}\0${directory}${one}`)
        wrong.push(`${word} ${directory}${one} became ${JSON.stringify(told)}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(await shell.complete("unf cat 'there-1/"), ["cat", "there-1/a b.ts"]);
  assert.deepEqual(await shell.complete('unf cat "there-1/'), ["cat", "there-1/a b.ts"]);
  // Whole or not at all: a piece of such a name is another name.
  const broken = await shell.complete("unf cat broken/");
  assert.ok(["broken/", "broken/line\nbreak.ts"].includes(broken[1] ?? ""), String(broken));
  await shell.complete("cd dash; unf checkp");
  // Fish offers what begins with a dot to who begins so.
  const du = name === "fish" ? "unf du ./" : "unf du ";
  assert.deepEqual(await shell.complete(du), ["du", "./-dash.ts"]);
}
