import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { encodeUtf8 } from "../base/text-codec.ts";
import { directoryMakers, excludedDirectories } from "./lists/directory-names.ts";
import { recordedDotDirectories, recordedDotFiles } from "./lists/dot-names.ts";
import { excludedExtensions, textExtensions, textNames } from "./lists/extensions.ts";
import { privateNames } from "./lists/private-names.ts";
import { parseIgnoreFile } from "./patterns/ignore-rule.ts";

const lists = {
  "excluded-directories": excludedDirectories,
  "directory-makers": Object.entries(directoryMakers).map(
    ([name, makers]) => `${name}: ${makers.join(" ")}`,
  ),
  "excluded-extensions": excludedExtensions,
  "recorded-dot-files": recordedDotFiles,
  "recorded-dot-directories": recordedDotDirectories,
  "private-names": privateNames,
  "text-extensions": textExtensions,
  "text-names": textNames,
};

test("no list names anything twice", () => {
  for (const [name, list] of Object.entries(lists)) {
    assert.equal(new Set(list).size, list.length, name);
  }
});

test("an extension is text or never text, not both, and is in lower case", () => {
  const both = excludedExtensions.filter((extension) => textExtensions.includes(extension));
  assert.deepEqual(both, []);
  for (const extension of [...excludedExtensions, ...textExtensions, ...textNames]) {
    assert.equal(extension, extension.toLowerCase());
    assert.doesNotMatch(extension, /^\.|\s|^$/);
  }
});

test("names that source files use are not excluded", () => {
  for (const extension of [
    "svg",
    "snap",
    "ts",
    "mts",
    "lock",
    "map",
    "db",
    "bin",
    "rtf",
    "gltf",
    "pt",
    "ko",
  ]) {
    assert.ok(!excludedExtensions.includes(extension), extension);
  }
  for (const directory of ["build", "dist", "out", "target", "bin", "vendor", "env", "lib"]) {
    assert.ok(!excludedDirectories.includes(directory), directory);
  }
});

test("dot names begin with a dot, and every private name is a rule", () => {
  for (const name of [...recordedDotFiles, ...recordedDotDirectories]) assert.match(name, /^\.\w/);
  assert.equal(parseIgnoreFile(encodeUtf8(privateNames.join("\n"))).length, privateNames.length);
});

test("the guide shows every list as it is", () => {
  const guide = readFileSync(new URL("../../../../docs/guide/ignore.md", import.meta.url), "utf8");
  for (const [name, list] of Object.entries(lists)) {
    const block = new RegExp(`<!-- list: ${name} -->\n\`\`\`\n([^\`]*)\n\`\`\`\n`).exec(guide)?.[1];
    assert.ok(block !== undefined, `the guide has no list called ${name}`);
    const separator = name === "directory-makers" ? "\n" : /\s+/;
    const sorted = [...list].sort();
    assert.deepEqual(
      block.split(separator),
      name === "directory-makers" ? [...list] : sorted,
      name,
    );
  }
});
