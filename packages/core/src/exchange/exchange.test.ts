import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, WallMs } from "../base/brand.ts";
import { decodePath } from "../base/path.ts";
import { renderChange, renderCommit } from "./fast-import.ts";
import { fitsIntoGit, gitMode, gitRefOf, isRefName } from "./git-names.ts";
import { refusedPaths, secretPaths } from "./secret-path.ts";
import { tarEnd, tarMember } from "./tar.ts";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

test("names that any file system takes for .git are not for git", () => {
  const unfit = [
    ".git/x",
    "a/.GIT/x",
    "GIT~1",
    ".git./x",
    ".git /x",
    ".gi\u200ct/x",
    ".git::$DATA/x",
    "a/b\\.git",
    "git~1\\x",
  ];
  for (const path of unfit) assert.equal(fitsIntoGit(path as RelPath, 0o100644), false, path);
  for (const path of [".gitignore", "git", ".github/x", "a.git/x", ".gitmodules"]) {
    assert.equal(fitsIntoGit(path as RelPath, 0o100644), true, path);
  }
  for (const link of [".gitmodules", "GITMOD~1", "gi7eba~1", "x\\.gitmodules"]) {
    assert.equal(fitsIntoGit(link as RelPath, 0o120777), false, link);
    assert.equal(fitsIntoGit(link as RelPath, 0o100644), true, link);
  }
  assert.deepEqual([0o100644, 0o100700, 0o120777, 0o100655].map(gitMode), [
    "100644",
    "100755",
    "120000",
    "100644",
  ]);
});

test("a directory's name becomes a ref that git takes", () => {
  const names = ["shop", "my shop", ".hidden", "a..b", "x.lock", "été", "//"].map(gitRefOf);
  assert.deepEqual(names, [
    "refs/unf/shop",
    "refs/unf/my-shop",
    "refs/unf/hidden",
    "refs/unf/a.b",
    "refs/unf/x",
    "refs/unf/t",
    "refs/unf/project",
  ]);
});

test("a ref is named in full and as git allows", () => {
  for (const ref of ["refs/unf/a", "refs/heads/x/y.z", "refs/unf/été"])
    assert.ok(isRefName(ref), ref);
  const wrong = ["main", "refs/x", "refs/a//b", "refs/a/.b", "refs/a/b.lock", "refs/a/b..c"];
  for (const ref of [
    ...wrong,
    "refs/a/b\nD x",
    "refs/a/b c",
    "refs/a/b.",
    "refs/a/@{b",
    "-x/refs/a",
  ])
    assert.ok(!isRefName(ref), ref);
});

test("what is called like a secret is one, wherever it lies and whatever is recorded", () => {
  const isSecret = secretPaths({ remove: "all", skip: ["notes/"], hashOnly: ["*.tok"] });
  const secret = [
    ".env",
    "a/.env.local",
    ".envrc",
    "x/id_rsa",
    "a.PEM",
    ".aws/config",
    "k/.ssh/a/b",
  ];
  for (const path of [...secret, "notes/x", "b.tok"]) assert.ok(isSecret(path as RelPath), path);
  for (const path of ["env", "src/env.ts", "aws/config", "pem.ts", "notes"])
    assert.ok(!isSecret(path as RelPath), path);
});

test("what may not be kept is refused by settings and because it was forgotten; .env files are kept", () => {
  const isRefused = refusedPaths({ remove: ["*.pem"], skip: ["x.txt"] }, ["/gone/", "a?.ts"]);
  for (const path of ["id_rsa", "d/x.txt", "gone/y", "ab.ts"])
    assert.ok(isRefused(path as RelPath), path);
  for (const path of [".env", "a.pem", "d/gone/y", "abc.ts"])
    assert.ok(!isRefused(path as RelPath), path);
});

test("no content, name, author or message is taken for a command of git", () => {
  const path = decodePath(Buffer.from('a"\n\\b\xe9', "latin1")) as RelPath;
  const bytes = Buffer.from("x\nD y\n");
  assert.equal(
    text(renderChange({ path, mode: "100644", bytes })),
    'M 100644 inline "a\\042\\012\\134b\\351"\ndata 6\nx\nD y\n\n',
  );
  assert.equal(text(renderChange({ path: "a b" as RelPath, bytes: null })), 'D "a b"\n');
  const at = 1_700_000_000_999 as WallMs;
  const author = { name: "A <b>\nD x", email: "a@b\n>", at };
  assert.equal(
    text(
      renderCommit({
        ref: "refs/unf/x",
        parent: "refs/unf/x^0",
        author,
        committer: author,
        message: "m",
      }),
    ),
    "commit refs/unf/x\nauthor A bD x <a@b> 1700000000 +0000\ncommitter A bD x <a@b> 1700000000 +0000\ndata 1\nm\nfrom refs/unf/x^0\n",
  );
});

test("an archive is made of blocks, and a name that fits no header is a record before it", () => {
  const member = (path: string, bytes = Buffer.from("hi")) =>
    tarMember({ path: path as RelPath, mode: 0o100644, at: 0 as WallMs, bytes });
  assert.equal(member("a").length, 1024);
  assert.equal(member("a", Buffer.alloc(0)).length, 512);
  const long = `${"d/".repeat(60)}f`;
  assert.ok(text(member(long)).includes(`131 path=${long}\n`));
  const bytes = text(member(decodePath(Buffer.from("\xe9", "latin1"))));
  assert.ok(bytes.includes("21 hdrcharset=BINARY\n9 path=\xe9\n"));
  assert.equal((1024 + tarEnd(1024).length) % 10_240, 0);
  assert.ok(tarEnd(10_240 - 512).length >= 1024);
});
