import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runUnf, tempHome } from "../kit/index.ts";

test("a project inside a repository follows the ignore files above it and the user's own", async () => {
  await using home = tempHome();
  const project = join(home.project, "packages/shop");
  mkdirSync(project, { recursive: true });
  execFileSync("git", ["init", "-q", home.project]);
  writeFileSync(join(home.project, ".gitignore"), "/packages/shop/generated/\n*.log\n");
  writeFileSync(join(home.project, ".git/info/exclude"), "secret.txt\n");
  mkdirSync(join(home.home, ".config/git"), { recursive: true });
  writeFileSync(join(home.home, ".config/git/ignore"), "*.swap-me\n");
  mkdirSync(join(project, "generated"));
  const names = ["generated/a.txt", "x.log", "secret.txt", "b.swap-me", "kept.txt"];
  for (const name of names) writeFileSync(join(project, name), `${name}\n`);
  const watched = await runUnf(["watch", project], { home });
  assert.equal(watched.code, 0, watched.stderr);
  const listed = await runUnf(["log", "--json"], { home, cwd: project });
  const { entries } = JSON.parse(listed.stdout) as { entries: { path: string }[] };
  assert.deepEqual(
    entries.map(({ path }) => path),
    ["kept.txt"],
  );
  const asked = await runUnf(["ignore", "check", "x.log", "kept.txt"], { home, cwd: project });
  assert.equal(asked.code, 1);
  assert.match(asked.stdout, /x\.log.*\.gitignore:2.*\*\.log/);
});
