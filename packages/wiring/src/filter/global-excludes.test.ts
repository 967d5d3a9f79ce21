import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openFileSystem } from "@unf/system";
import { readGlobalExcludes } from "./global-excludes.ts";

/** A home with these files; git beside it notes that it was asked, and then answers as it does. */
function homeWith(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), "unf-excludes-"));
  const home = join(root, "home");
  const note = join(root, "asked");
  const all = {
    "../bin/git": `#!/bin/sh\n: > "${note}"\nPATH="\${PATH#*:}" exec git "$@"\n`,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  chmodSync(join(root, "bin/git"), 0o755);
  return {
    read: (more: Readonly<Record<string, string>> = {}) => {
      const env = { HOME: home, PATH: `${join(root, "bin")}:${process.env.PATH}`, ...more };
      const [file, ...others] = readGlobalExcludes(openFileSystem(), env);
      assert.deepEqual(others, []);
      return file && Buffer.from(file.content as Uint8Array).toString();
    },
    home,
    isAsked: () => existsSync(note),
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  };
}

const place = "[core]\n\texcludesFile = ~/mine\n";

test("git is not started where its settings cannot name a file", () => {
  using none = homeWith({ ".config/git/ignore": "default" });
  assert.equal(none.read(), "default");
  using other = homeWith({ ".gitconfig": "[user]\n\tname = A\n", ".config/git/ignore": "default" });
  assert.equal(other.read(), "default");
  assert.deepEqual([none.isAsked(), other.isAsked()], [false, false]);
});

test("git is asked where they name one, or take in a file that may", () => {
  using own = homeWith({ ".gitconfig": place.toLowerCase(), mine: "mine" });
  assert.equal(own.read(), "mine");
  using taken = homeWith({ ".gitconfig": "[Include]\n\tpath = more\n", more: place, mine: "mine" });
  assert.equal(taken.read(), "mine");
  using placed = homeWith({ ".config/git/config": place, mine: "mine" });
  assert.equal(placed.read(), "mine");
  using moved = homeWith({ "xdg/git/config": place, mine: "mine" });
  assert.equal(moved.read({ XDG_CONFIG_HOME: join(moved.home, "xdg") }), "mine");
});
