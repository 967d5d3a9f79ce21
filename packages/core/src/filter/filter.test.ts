import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "../base/brand.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import { createFilter } from "./create-filter.ts";
import type { FilterOptions } from "./filter.ts";
import { renderVerdict } from "./verdict.ts";

/** A filter over ignore files given as texts, answering in the words of `renderVerdict`. */
function filterOf(files: Readonly<Record<string, string>> = {}, options: FilterOptions = {}) {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, encodeUtf8(text)]));
  const filter = createFilter(options, { read: (path) => contents.get(path) });
  const ask = (path: string, kind: "file" | "directory" | "link" = "file") =>
    renderVerdict(filter.verdict(path as RelPath, kind));
  const covers = (path: string) => filter.covers(path as RelPath);
  const write = (path: string, text: string) => contents.set(path, encodeUtf8(text));
  return { filter, ask, covers, write };
}

test("source files and the root are recorded", () => {
  const { ask, covers } = filterOf();
  for (const path of ["a.ts", "src/deep/er/a", "logo.svg", "Cargo.lock", "x.snap", "a b/ü.md"]) {
    assert.equal(ask(path), "recorded");
  }
  assert.equal(ask("", "directory"), "recorded");
  assert.equal(covers(""), true);
});

test("a tool's directories are excluded with all that is in them, files of that name are not", () => {
  const { ask, covers } = filterOf();
  assert.equal(ask("node_modules", "directory"), 'excluded directory "node_modules"');
  assert.equal(ask("web/node_modules/left-pad/index.js"), 'excluded directory "node_modules"');
  assert.equal(ask(".git/config"), 'excluded directory ".git"');
  assert.equal(ask("venv", "file"), "recorded");
  assert.equal(ask("node_modules", "link"), "recorded");
  assert.equal(covers("web/node_modules"), false);
  assert.equal(covers("web/node_modules/left-pad"), false);
});

test("target and build are excluded only beside the file of the tool that makes them", () => {
  const { ask } = filterOf({ "engine/Cargo.toml": "", "app/build.gradle.kts": "" });
  assert.equal(ask("engine/target/debug/x.d"), 'excluded directory "target"');
  assert.equal(ask("app/build/x.txt"), 'excluded directory "build"');
  assert.equal(ask("target/arm/cpu.c"), "recorded");
  assert.equal(ask("engine/build/run.sh"), "recorded");
  assert.equal(ask("dist/index.js"), "recorded");
});

test("lists can be added to and taken from, except .git", () => {
  const { ask } = filterOf(
    { "Cargo.toml": "" },
    {
      directories: { add: ["out"], remove: ["node_modules", ".git", "target"] },
      extensions: { add: ["LOG"], remove: ["png"] },
      secrets: { add: ["*.token"], remove: ["/test/*.pem"] },
    },
  );
  assert.equal(ask("out/a"), 'excluded directory "out"');
  assert.equal(ask("node_modules/a.js"), "recorded");
  assert.equal(ask("target/a.d"), "recorded");
  assert.equal(ask(".git/HEAD"), 'excluded directory ".git"');
  assert.equal(ask("a.log"), 'excluded extension ".log"');
  assert.equal(ask("a.png"), "recorded");
  assert.equal(ask("ci.token"), 'private key or credential "*.token"');
  assert.equal(ask("test/key.pem"), "recorded");
  assert.equal(ask("key.pem"), 'private key or credential "*.pem"');
});

test("of what the settings call secret nothing, only the digest, or all is recorded", () => {
  const { ask, filter } = filterOf(
    {},
    {
      secrets: {
        remove: ["*.pem", "*.key"],
        hashOnly: [".env*", "*.key", "vault/", ".npmrc"],
        skip: [".env.prod", "*.token"],
      },
    },
  );
  assert.equal(ask("a.pem"), "recorded");
  assert.equal(ask("a.p12"), 'private key or credential "*.p12"');
  assert.equal(ask("x.token"), 'left out by the setting secrets.skip "*.token"');
  assert.equal(ask(".env.prod"), 'left out by the setting secrets.skip ".env.prod"');
  for (const [path, pattern] of [
    ["web/.env.local", ".env*"],
    ["A.KEY", "*.key"],
    ["vault/deep/a.txt", "vault/"],
    ["vault/a.p12", "vault/"],
  ]) {
    const said = `recorded without its content, because of the setting secrets.hash_only "${pattern}"`;
    assert.equal(ask(path ?? ""), said, path);
  }
  assert.equal(ask(".env", "link"), "recorded, always");
  assert.equal(ask("vault", "directory"), "recorded");
  assert.equal(ask(".npmrc"), 'hidden ".npmrc"');
  assert.equal(filter.verdict("vault.txt" as RelPath, "file").recorded, true);
});

test("what was forgotten for good is left out before anything else is asked", () => {
  const { ask, covers } = filterOf(
    { ".unfignore": "!a/secret.txt\n" },
    { forgotten: ["/a/secret.txt", "*.leak", "/private/"], includeIgnored: ["a/secret.txt"] },
  );
  assert.equal(ask("a/secret.txt"), 'forgotten: "/a/secret.txt" (unf forget --list)');
  assert.equal(ask("b/a/secret.txt"), "recorded");
  assert.equal(ask("x/y.leak"), 'forgotten: "*.leak" (unf forget --list)');
  assert.equal(ask("private/any"), 'forgotten: "/private/" (unf forget --list)');
  assert.equal(covers("private"), false);
});

test("extensions are compared without regard to letter case, and not on links or directories", () => {
  const { ask } = filterOf();
  assert.equal(ask("img/Logo.PNG"), 'excluded extension ".png"');
  assert.equal(ask("a.tar.gz"), 'excluded extension ".gz"');
  assert.equal(ask("app.sqlite-wal"), 'excluded extension ".sqlite-wal"');
  assert.equal(ask("logo.png", "link"), "recorded");
  assert.equal(ask("photos.jpg/readme.md"), "recorded");
});

test("a verdict names the file, the line and the pattern that decided", () => {
  const { filter, ask } = filterOf({
    ".gitignore": "# built\n\n*.map\ndist/\n",
    "web/.gitignore": "!*.map\n",
    ".git/info/exclude": "notes.md\n",
  });
  assert.equal(ask("dist/app.js"), 'ignored by .gitignore:4 "dist/"');
  assert.equal(ask("notes.md"), 'ignored by .git/info/exclude:1 "notes.md"');
  assert.equal(ask("web/a.map"), 'recorded, because of web/.gitignore:1 "!*.map"');
  assert.deepEqual(filter.verdict("dist/js/app.js" as RelPath, "file"), {
    recorded: false,
    layer: "ignore",
    at: "dist",
    because: "dist/",
    rule: { file: ".gitignore", line: 4, pattern: "dist/" },
  });
});

test("nothing is re-included below an ignored directory, nor by ignore files in it", () => {
  const { ask, covers } = filterOf({
    ".gitignore": "dist/\n!dist/keep.js\n",
    "dist/.gitignore": "!*\n",
    ".unfignore": "!dist/keep.js\n",
  });
  assert.equal(ask("dist/keep.js"), 'ignored by .gitignore:1 "dist/"');
  assert.equal(ask("dist/.env"), 'ignored by .gitignore:1 "dist/"');
  assert.equal(covers("dist"), false);
});

test("ignore files outside the project are bound to where they lie", () => {
  const outer = [
    { name: "~/.config/git/ignore", content: encodeUtf8("*.bak\n"), prefix: "" as RelPath },
    {
      name: "../.gitignore",
      content: encodeUtf8("/app/gen/\n/gen2/\n!b.bak"),
      prefix: "app" as RelPath,
    },
  ];
  const { ask } = filterOf({ ".gitignore": "!c.bak\n" }, { outer });
  assert.equal(ask("a.bak"), 'ignored by ~/.config/git/ignore:1 "*.bak"');
  assert.equal(ask("b.bak"), 'recorded, because of ../.gitignore:3 "!b.bak"');
  assert.equal(ask("c.bak"), 'recorded, because of .gitignore:1 "!c.bak"');
  assert.equal(ask("gen/x.ts"), 'ignored by ../.gitignore:1 "/app/gen/"');
  assert.equal(ask("gen2/x.ts"), "recorded");
});

test("a .unfignore is stronger than every ignore file of git, hidden names and exceptions", () => {
  const { ask } = filterOf({
    ".gitignore": "gen/\n",
    "web/.gitignore": "*.txt\n",
    ".unfignore": "!gen/\n!*.txt\n!.secretplans/\n.env.local\n.vscode/\n",
    "web/.unfignore": "b.txt\n",
  });
  assert.equal(ask("gen/x.ts"), "recorded");
  assert.equal(ask("gen", "directory"), 'recorded, because of .unfignore:1 "!gen/"');
  assert.equal(ask("web/a.txt"), 'recorded, because of .unfignore:2 "!*.txt"');
  assert.equal(ask("web/b.txt"), 'ignored by web/.unfignore:1 "b.txt"');
  assert.equal(ask(".secretplans/a.md"), "recorded");
  assert.equal(ask(".env.local"), 'ignored by .unfignore:4 ".env.local"');
  assert.equal(ask(".env"), "recorded, always");
  assert.equal(ask(".vscode/settings.json"), 'ignored by .unfignore:5 ".vscode/"');
});

test("hidden names are skipped, the listed ones are recorded even where git ignores them", () => {
  const { ask, covers } = filterOf({
    ".gitignore": ".*\n.vscode/*\n*.log\n",
    ".claude/.gitignore": "tmp/\n",
  });
  assert.equal(ask("src/.DS_Store"), 'ignored by .gitignore:1 ".*"');
  assert.equal(filterOf().ask("src/.DS_Store"), 'hidden ".DS_Store"');
  assert.equal(filterOf().ask(".idea/workspace.xml"), 'hidden ".idea"');
  for (const name of [
    ".env",
    ".env.production",
    "web/.gitignore",
    ".eslintrc.cjs",
    ".editorconfig",
  ]) {
    assert.equal(ask(name), "recorded, always");
  }
  assert.equal(ask(".github/workflows/ci.yml"), "recorded");
  assert.equal(ask(".vscode/settings.json"), "recorded");
  assert.equal(ask(".claude/debug.log"), "recorded");
  assert.equal(ask(".claude/tmp/x"), 'ignored by .claude/.gitignore:1 "tmp/"');
  assert.equal(ask(".claude/.cache2/x"), 'hidden ".cache2"');
  assert.equal(covers(".github"), true);
});

test("an exception for files is none for directories, and the other way round", () => {
  const { ask } = filterOf();
  assert.equal(ask(".env/bin/activate"), 'hidden ".env"');
  assert.equal(ask(".github", "file"), 'hidden ".github"');
  assert.equal(ask(".github", "link"), "recorded, always");
});

test("private keys and credentials are refused before anything can ask for them", () => {
  const { ask } = filterOf({ ".unfignore": "!*\n" }, { includeIgnored: ["**"] });
  for (const name of [
    "a/server.PEM",
    "id_rsa",
    "id_ed25519.pub",
    ".netrc",
    ".npmrc",
    "x.tfstate.backup",
  ]) {
    assert.match(ask(name), /^private key or credential/, name);
  }
  assert.equal(ask(".aws/config"), 'private key or credential ".aws/"');
  assert.equal(
    ask("deploy/service-account-ci.json"),
    'private key or credential "service-account*.json"',
  );
  assert.notEqual(ask("src/keyboard.ts"), 'private key or credential "*.key"');
});

test("a file that begins as a private key does is refused whatever it is called, unless a setting keeps it", () => {
  const rsa = `-----BEGIN RSA ${"PRIVATE"} KEY-----`;
  const judge = (text: string, secrets = {}, path = "deploy/a.txt") => {
    const filter = createFilter({ secrets }, { read: () => undefined });
    const verdict = filter.judgeContent(path as RelPath, encodeUtf8(text));
    return verdict.recorded ? undefined : renderVerdict(verdict);
  };
  assert.equal(judge(`${rsa}\nMIIE\n`), `private key or credential "${rsa}"`);
  for (const text of [
    `\ufeff\n  ${rsa}`,
    `-----BEGIN EC PARAMETERS-----\nBggq\n-----END EC PARAMETERS-----\n${rsa}`,
    `-----BEGIN PGP ${"PRIVATE"} KEY BLOCK-----\n`,
    `# created: 2026\n# public key: age1\nAGE-SECRET-${"KEY"}-1QQQ`,
    "PuTTY-User-Key-File-3: ssh-ed25519\n",
  ]) {
    assert.notEqual(judge(text), undefined, text);
  }
  for (const text of [
    "",
    `const key = "${rsa}";`,
    `How to make a key:\n${rsa}\n`,
    "-----BEGIN CERTIFICATE-----\nMIIE\n",
    "-----BEGIN PUBLIC KEY-----\nMIIE\n",
  ]) {
    assert.equal(judge(text), undefined, text);
  }
  for (const secrets of [
    { remove: "all" },
    { remove: ["a.txt"] },
    { remove: ["/deploy/"] },
    { hashOnly: ["*.txt"] },
  ]) {
    assert.equal(judge(rsa, secrets), undefined);
  }
  assert.notEqual(judge(rsa, { remove: ["/other/"] }), undefined);
});

test("the list of private keys can be switched off as a whole, additions stand", () => {
  const { ask } = filterOf({}, { secrets: { add: ["*.token"], remove: "all" } });
  assert.equal(ask("server.pem"), "recorded");
  assert.equal(ask("a.token"), 'private key or credential "*.token"');
});

test("unf's own files and other projects are nobody's to include", () => {
  const options = {
    nestedRoots: ["libs/ui" as RelPath],
    home: "dot/unf" as RelPath,
    includeIgnored: ["**"],
  };
  const { ask, covers } = filterOf({}, options);
  assert.equal(ask("src/.unf-a1b2"), "a temporary file of unf");
  assert.equal(ask("libs/ui/src/a.ts"), 'belongs to the project in "libs/ui"');
  assert.equal(ask("dot/unf/intent.json"), "holds the records of unf");
  assert.equal(ask("libs/uix/a.ts"), 'recorded, because of --include-ignored "**"');
  assert.deepEqual(["libs/ui", "dot/unf", "libs"].map(covers), [false, false, true]);
});

test("include patterns reach into ignored and hidden directories, and into no others", () => {
  const { ask, covers } = filterOf(
    { ".gitignore": "dist/\ncoverage/\n", ".unfignore": "notes/\n" },
    { includeIgnored: ["dist/js/*.js", "/notes/", ".plans/a.md", "node_modules/x/**"] },
  );
  assert.equal(ask("dist/js/app.js"), 'recorded, because of --include-ignored "dist/js/*.js"');
  assert.equal(ask("dist/js/app.css"), 'ignored by .gitignore:1 "dist/"');
  assert.equal(ask("notes/2026/x.md"), 'recorded, because of --include-ignored "/notes/"');
  assert.equal(ask(".plans/a.md"), 'recorded, because of --include-ignored ".plans/a.md"');
  assert.equal(ask(".plans/b.md"), 'hidden ".plans"');
  assert.equal(ask("node_modules/x/a.js"), 'excluded directory "node_modules"');
  const covered = ["dist", "dist/js", "dist/css", "coverage", ".plans", "node_modules"].filter(
    covers,
  );
  assert.deepEqual(covered, ["dist", "dist/js", ".plans"]);
});

test("letter case counts only where the file system says so", () => {
  const files = { ".gitignore": "Build/\n*.TMP\nsrc/Gen.ts\n[x]*.q\n" };
  const strict = filterOf(files);
  const loose = filterOf(files, { ignoreCase: true });
  for (const path of ["build/a", "x.tmp", "SRC/gen.TS", "Xa.Q"]) {
    assert.equal(strict.ask(path), "recorded");
    assert.match(loose.ask(path), /^ignored by \.gitignore:\d/);
  }
  assert.equal(loose.ask("Node_Modules/a"), 'excluded directory "Node_Modules"');
  assert.equal(strict.ask("Node_Modules/a"), "recorded");
});

test("a changed ignore file counts after it is forgotten", () => {
  const { filter, ask, write } = filterOf({ "src/.gitignore": "a.ts\n" });
  assert.equal(ask("src/a.ts"), 'ignored by src/.gitignore:1 "a.ts"');
  write("src/.gitignore", "b.ts\n");
  assert.equal(filter.isIgnoreFile("src/.gitignore" as RelPath), true);
  filter.forget("src/.gitignore" as RelPath);
  assert.equal(ask("src/a.ts"), "recorded");
  assert.equal(ask("src/b.ts"), 'ignored by src/.gitignore:1 "b.ts"');
  write(".git/info/exclude", "a.ts\n");
  filter.forget(".git/info/exclude" as RelPath);
  assert.equal(ask("src/a.ts"), 'ignored by .git/info/exclude:1 "a.ts"');
});

test("only ignore files that count are called ignore files", () => {
  const { filter } = filterOf();
  for (const path of [".gitignore", "a/.gitignore", "a/.unfignore", ".git/info/exclude"]) {
    assert.equal(filter.isIgnoreFile(path as RelPath), true, path);
  }
  for (const path of ["gitignore", "a.gitignore", "a/.git/info/exclude", ".gitignore/a"]) {
    assert.equal(filter.isIgnoreFile(path as RelPath), false, path);
  }
});
