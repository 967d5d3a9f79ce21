import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { assertNothingLeft, runUnf, type TempHome, tempHome, until } from "@unf/test";
import { assertGoldenText } from "../kit/golden.ts";
import { liveAtNoon } from "../kit/noon.ts";
import { Screen, type ScreenSize } from "../kit/screen.ts";
import { startClaude } from "./claude.ts";

liveAtNoon();

const narrow: ScreenSize = { cols: 80, rows: 24 };
const wide: ScreenSize = { cols: 160, rows: 50 };

/** The same whenever and wherever it was: times, ages, versions and places have one name each. */
function steady(text: string, home: TempHome): string {
  return (
    text
      .replaceAll(home.project, "/p")
      .replaceAll(/\d{4}-\d{2}-\d{2} /g, "DATE ")
      .replaceAll(/\d{2}:\d{2}:\d{2}/g, "HH:MM:SS")
      .replaceAll(/(?<=HH:MM:SS )[+-]\d{2}:\d{2}/g, "+HH:MM")
      .replaceAll(/HH:MM:SS {1,4}\d+[smh]\b/g, "HH:MM:SS  AGE")
      .replaceAll(/\((\d+ (second|minute)s? ago|just now)\)/g, "(AGO)")
      .replaceAll(/\bv\d+\b/g, "vN")
      .replaceAll(/\b(vN|since|gone) {1,3}\d+[smh]\b/g, "$1  AGE")
      // As wide as the oldest age is what stands before the column behind it.
      .replaceAll(/AGE {3,}/g, "AGE  ")
      .replaceAll(/^ +(?=\d+ │)/gm, "         ")
      .replaceAll(/\bpl-[0-9a-f]+/g, "pl-N")
      .replaceAll(/\bs-[0-9a-f]+/g, "s-N")
      .replaceAll(/\d{4}-\d{2}-\d{2}$/gm, "DATE")
      .replaceAll(/\d{2}:\d{2}–/g, "HH:MM–")
      .replaceAll(/–\d{2}:\d{2}\b/g, "–HH:MM")
      .replaceAll(/\d{2}:00 to \d{2}:00/g, "HH:00 to HH:00")
      .replaceAll(/, (\d+ (second|minute)s? ago|just now)/g, ", AGO")
      // How much of a text fits hangs on how wide the ages are.
      .replaceAll(/"add coupons[^"…\n]*…/g, '"add coupons…')
      .replaceAll(/(long )+l?o?n?g?…/g, "long …")
      .replaceAll(/daemon .*$/gm, "daemon …")
      .replaceAll(/^ {2}\S+(?= {2,}watching)/gm, "  /p")
      .replaceAll(/last change .*$/gm, "last change AGO, N versions")
      .replaceAll(/^ {2}store .*$/gm, "  store …")
      // A heading has its project at the right edge, however long that was.
      .replaceAll(/ {2,}(?=\/p$|plan pl-N$)/gm, "  ")
  );
}

async function golden(
  name: string,
  args: readonly string[],
  home: TempHome,
  exit = 0,
): Promise<void> {
  for (const size of [narrow, wide]) {
    await using screen = new Screen(args, home, size);
    assert.equal(await screen.end(), exit);
    // Lines of a file are shown as they are, as git does.
    if (name !== "diff") assert.deepEqual(screen.wrapped(), [], "no line wraps within a word");
    const text = steady(screen.text(), home);
    assertGoldenText(`screens/${name}-${size.cols}x${size.rows}.txt`, `${text}\n`);
  }
}

test("an afternoon fits on a screen, and what was deleted comes back from it", async (t) => {
  await using home = tempHome();
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: home.project, stdio: "pipe", env: gitEnvironment(home) });
  const save = (path: string, text: string) => {
    mkdirSync(dirname(join(home.project, path)), { recursive: true });
    writeFileSync(join(home.project, path), text);
  };
  const logShows = (text: string) =>
    until(`the log shows ${text}`, async () => {
      await using screen = new Screen(["log"], home, wide);
      await screen.end();
      return screen.text().includes(text);
    });
  const files = Array.from({ length: 12 }, (_, i) => `src/lib/f${i + 10}.ts`);
  git("init", "-q", "-b", "main");
  for (const path of files) save(path, "one\n");
  git("add", "-A");
  git("commit", "-qm", "one");
  git("checkout", "-qb", "feat");
  for (const path of files.slice(2)) save(path, "one\ntwo\n");
  git("commit", "-qam", "two");
  git("checkout", "-q", "main");

  await runUnf(["watch", "--yes"], { home });
  git("checkout", "-q", "feat");
  await logShows("git checkout feat: 10 files");
  save("note.md", "a note\n");
  await logShows("note.md");
  await runUnf(["checkpoint", "before-refactor"], { home });
  rmSync(join(home.project, "src/lib"), { recursive: true });
  await logShows("D  12 files in src/lib");

  await t.test("the log is a story", () => golden("log", ["log"], home));
  await t.test("a file's log is about that file", () =>
    golden("log-file", ["log", "src/lib/f15.ts"], home),
  );
  await t.test("unf alone says how things are", () => golden("overview", [], home));
  await t.test("a directory that went is one line of what was deleted", () =>
    golden("deleted", ["deleted"], home),
  );
  await t.test("checkpoints are listed by a word", () =>
    golden("checkpoints", ["checkpoint", "list"], home),
  );
  await t.test("what is mistyped is answered with what may be meant", async () => {
    await golden("unknown-command", ["lgo"], home, 2);
    await golden("unknown-label", ["diff", "before"], home, 3);
  });
  await t.test("where no agent is known, oops says whose work it would take back", async () => {
    await using screen = new Screen(["oops"], home, narrow);
    await screen.shows("[y]es [N]o [d]iff [l]ist");
    assertGoldenText("screens/oops-80x24.txt", `${steady(screen.text(), home)}\n`);
    screen.type("n\r");
    assert.equal(await screen.end(), 4);
  });
  await t.test("a deleted directory comes back without a time", async () => {
    await using screen = new Screen(["restore", "src/lib"], home, narrow);
    const question = "[y]es [N]o [d]iff [l]ist";
    await screen.shows(question);
    assertGoldenText("screens/restore-80x24.txt", `${steady(screen.text(), home)}\n`);
    screen.type("d\r");
    await screen.shows("@@");
    await until("it asks again", () => screen.text().endsWith(question));
    assertGoldenText("screens/restore-diff-80x24.txt", `${steady(screen.text(), home)}\n`);
    screen.type("y\r");
    assert.equal(await screen.end(), 0);
    assert.match(screen.text(), /Restored {2}12 files · saved op-1/);
  });
  save("note.md", `another note\n${"long ".repeat(60)}\n`);
  await logShows("M  note.md");
  await t.test("differences stand in one column and in two", async () => {
    await golden("diff", ["diff", "before-refactor", "note.md"], home);
    await golden("diff-columns", ["diff", "-y", "before-refactor", "note.md"], home);
  });
  await t.test("no line of a search or of a blame wraps in a word", async () => {
    await golden("search", ["search", "note"], home);
    await golden("blame", ["blame", "note.md"], home);
  });
  await t.test("what unf itself did is listed with the way back", () =>
    golden("ops", ["ops"], home),
  );
  const claude = startClaude({ home, at: (path) => join(home.project, path) });
  await claude.prompt(
    "add coupons, so that a total can be lower than the sum of what is in the cart",
  );
  await claude.edit("src/cart.ts", () => save("src/cart.ts", "total\ncoupon\n"));
  await claude.edit("note.md", () => save("note.md", "by the agent\n"));
  await claude.bash("rm src/lib/f10.ts");
  await claude.stop();
  await logShows("turn");
  await t.test("what an agent did is told by session and by prompt", async () => {
    for (const name of ["sessions", "turns", "session", "recap", "stats"])
      await golden(name, [name], home);
  });
  await t.test("around a version stands what came before and after it", async () => {
    const { stdout } = await runUnf(["log", "note.md", "--json"], { home });
    const [, version] = (JSON.parse(stdout) as { entries: { id?: string }[] }).entries.flatMap(
      ({ id }) => id ?? [],
    );
    await golden("log-version", ["log", version ?? ""], home);
  });
  await t.test("a plan ends in its question, whatever the size of the terminal", async () => {
    for (const [name, args] of [
      ["plan-oops", ["oops"]],
      ["plan-undo", ["undo"]],
      ["plan-restore", ["restore", "--checkpoint", "before-refactor"]],
    ] as const)
      for (const size of [narrow, wide]) {
        await using screen = new Screen(args, home, size);
        await screen.shows("[y]es [N]o [d]iff [l]ist");
        assert.deepEqual(screen.wrapped(), []);
        assertGoldenText(
          `screens/${name}-${size.cols}x${size.rows}.txt`,
          `${steady(screen.text(), home)}\n`,
        );
        // Both are answers: no, and Ctrl-C.
        screen.type(size === narrow ? "n\r" : "\u0003");
        assert.equal(await screen.end(), size === narrow ? 4 : 130);
        const left = /interrupted at the question; nothing of what it asks was done\nhint: .+; .+/;
        if (size === wide) assert.match(screen.text(), left);
      }
  });
  await t.test(
    "status says whether all is recorded, and list which projects there are",
    async () => {
      await golden("status", ["status"], home);
      await golden("list", ["list"], home);
    },
  );
  for (let n = 10; n < 70; n += 1) save(`many/of-these/m${n}.txt`, `${n}\n`);
  await logShows("60 files");
  // Else what comes and goes within a moment is one line of the log.
  await runUnf(["checkpoint", "before-removal"], { home });
  rmSync(join(home.project, "many"), { recursive: true });
  await logShows("D  60 files in many");
  await t.test(
    "a plan that is longer than the screen keeps its headline and its question",
    async () => {
      for (const size of [narrow, wide]) {
        await using screen = new Screen(["restore", "many"], home, size);
        await screen.shows("[y]es [N]o [d]iff [l]ist");
        const name = `screens/plan-long-${size.cols}x${size.rows}.txt`;
        assertGoldenText(name, `${steady(screen.text(), home)}\n`);
        assert.match(screen.text(), /^(.*\n)?Restore 60 files in many/, "nothing scrolled away");
        screen.type("l\r");
        await until("it lists all and asks again", () => {
          const [, list = ""] = screen.written.split("[l]ist");
          return screen.text().endsWith("[l]ist") && list.includes("m69.txt");
        });
        const [, list = ""] = screen.written.split("[l]ist");
        assert.equal(new Set(list.match(/m\d\d\.txt/g)).size, 60);
        screen.type("n\r");
        assert.equal(await screen.end(), 4);
      }
    },
  );
  await t.test(
    "what was deleted comes back by its numbers, and the rest by its place",
    async () => {
      for (const [word, files] of [
        ["1-2,5", 3],
        ["many/of-these", 57],
      ] as const) {
        await using screen = new Screen(["deleted", "--restore", word], home, narrow);
        await screen.shows("[y]es [N]o [d]iff [l]ist");
        assert.match(screen.text(), new RegExp(`Restore ${files} deleted files`));
        screen.type("y\r");
        assert.equal(await screen.end(), 0);
        assert.match(screen.text(), new RegExp(`Restored {2}${files} files · saved op-\\d+`));
      }
    },
  );
  await t.test("what is said on a small terminal breaks between words", async () => {
    await using screen = new Screen(["log", "--limit", "of-no-number"], home, {
      cols: 36,
      rows: 9,
    });
    assert.equal(await screen.end(), 2);
    const lines = ["unf: --limit takes a whole number", 'from 1 to 100000, not "of-no-number"'];
    assert.deepEqual(screen.text().split("\n"), lines);
  });
  await t.test("links change nothing that is seen", async () => {
    const shown = async (variables: Record<string, string>) => {
      await using screen = new Screen(["log"], home, wide, variables);
      await screen.end();
      return { text: steady(screen.text(), home), links: screen.written.includes("]8;;file://") };
    };
    const [plain, linked] = [await shown({}), await shown({ FORCE_HYPERLINK: "1" })];
    assert.deepEqual([plain.links, linked.links, linked.text], [false, true, plain.text]);
  });
  await runUnf(["stop"], { home });
  await assertNothingLeft(home.root);
});

function gitEnvironment(home: TempHome): Record<string, string> {
  const names = { GIT_AUTHOR_NAME: "a", GIT_COMMITTER_NAME: "a" };
  const mails = { GIT_AUTHOR_EMAIL: "a@b.c", GIT_COMMITTER_EMAIL: "a@b.c" };
  return { PATH: process.env.PATH ?? "", HOME: home.home, ...names, ...mails };
}
