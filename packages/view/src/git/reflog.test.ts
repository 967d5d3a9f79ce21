import assert from "node:assert/strict";
import { test } from "node:test";
import { commandBehind, parseReflog } from "./reflog.ts";

const [a, b] = ["a".repeat(40), "b".repeat(40)];
const line = (seconds: number, message: string) =>
  `${a} ${b} A <odd> Name <a@b.c> ${seconds} +0100\t${message}`;
const behind = (message: string) =>
  commandBehind(parseReflog(line(1000, message)), { from: 1_000_100, to: 1_000_900 });

test("messages of git name the command that wrote them", () => {
  assert.equal(behind("checkout: moving from main to feat"), "git checkout feat");
  assert.equal(
    behind(`checkout: moving from main to ${"ab".repeat(20)}`),
    "git checkout ababababab",
  );
  assert.equal(behind("reset: moving to HEAD~2"), "git reset HEAD~2");
  assert.equal(behind("reset: moving to HEAD"), "git reset or stash");
  assert.equal(behind("merge feat: Fast-forward"), "git merge feat");
  assert.equal(behind("commit (merge): Merge branch 'feat'"), "git merge");
  assert.equal(behind("pull --ff-only: Fast-forward"), "git pull");
  assert.equal(behind("pull --rebase (finish): returning to refs/heads/main"), "git pull --rebase");
  assert.equal(behind("rebase (abort): returning to refs/heads/feat"), "git rebase --abort");
  assert.equal(behind("rebase (pick): a message"), "git rebase");
  assert.equal(behind("cherry-pick: fix: a thing"), "git cherry-pick");
});

test("a rebase is named with what it leads onto, as long as its beginning is among the movements", () => {
  const named = (...messages: readonly string[]) =>
    commandBehind(parseReflog(messages.map((one, i) => line(1000 + i, one)).join("\n")), {
      from: 1_000_100,
      to: 1_002_900,
    });
  const rest = ["rebase (pick): fix: a thing", "rebase (finish): returning to refs/heads/feat"];
  assert.equal(named("rebase (start): checkout main", ...rest), "git rebase main");
  assert.equal(named("rebase -i (start): checkout HEAD~3", ...rest), "git rebase HEAD~3");
  const hash = "ab".repeat(20);
  assert.equal(named(`rebase (start): checkout ${hash}`, ...rest), "git rebase ababababab");
  assert.equal(named(...rest), "git rebase");
  assert.equal(
    named("rebase (start): checkout main", "merge feat: Fast-forward"),
    "git merge feat",
  );
});

test("a commit writes no files, and a message that says nothing names nothing", () => {
  for (const message of [
    "commit: merge x: y",
    "commit (amend): pull: it",
    "",
    "checkout: moving",
  ]) {
    assert.equal(behind(message), undefined, message);
  }
});

test("only a movement of that time is meant, and the last one of several", () => {
  const entries = parseReflog(
    ["cut off <x> 1", line(10, "pull: x"), line(1000, "pull: x"), line(1001, "am: y"), ""].join(
      "\n",
    ),
  );
  assert.equal(entries.length, 3);
  assert.equal(commandBehind(entries, { from: 999_500, to: 1_000_100 }), "git am");
  assert.equal(commandBehind(entries, { from: 13_500, to: 14_000 }), undefined);
  assert.equal(commandBehind(entries, { from: 5000, to: 6999 }), undefined);
});

test("a long line without an end is read in no time", () => {
  assert.deepEqual(parseReflog(`${a} ${b} ${"<> ".repeat(100_000)}`), []);
});
