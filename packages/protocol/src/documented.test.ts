import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { exitCodes } from "@unf/core/base";
import { protocolVersion } from "./index.ts";
import { methods } from "./messages/requests.ts";
import { rpcCodes } from "./wire/error-codes.ts";

const page = readFileSync(new URL("../../../docs/format/socket.md", import.meta.url), "utf8");
const messages = globSync("messages/*.ts", { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
  .join("\n");
const [requests = "", notices = ""] = page.split("\n## Notifications\n");

function headings(text: string): string[] {
  return [...text.matchAll(/^### `(\w+)`$/gm)].map(([, name = ""]) => name).sort();
}

test("the page describes every method and nothing else", () => {
  assert.deepEqual(headings(requests), [...methods].sort());
});

test("the page describes every notification and nothing else", () => {
  const [, body = ""] = /interface Notifications \{([^}]*)\}/.exec(messages) ?? [];
  const names = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name = ""]) => name);
  assert.ok(names.length > 0);
  assert.deepEqual(headings(notices), names.sort());
});

test("the page names every member that travels, and every word of a choice", () => {
  const declared = [...messages.matchAll(/readonly (\w+)\??:/g)];
  const parsed = [
    ...messages.matchAll(/required\(\s*\w+,\s*["`](?:[\w.]+\.|\$\{\w+\}\.?)(\w+)["`]/g),
    ...messages.matchAll(/(?:optional|lenient)\(\w+, "(\w+)"/g),
  ];
  const members = [...declared, ...parsed].map(([, name = ""]) => name);
  const choices = [...messages.matchAll(/oneOf\(([^)]*)\)/g)].flatMap(([, list = ""]) => [
    ...list.matchAll(/"([\w-]+)"/g),
  ]);
  const words = [
    ...[...messages.matchAll(/\| "([\w-]+)"|: "([\w-]+)" \|/g)].flatMap(([, a, b]) => a ?? b ?? []),
    ...choices.map(([, word = ""]) => word),
  ];
  assert.ok(parsed.length > 50 && choices.length > 20);
  assert.ok(members.length > 50 && words.length > 10);
  const missing = [...members, ...words].filter((name) => !page.includes(`\`${name}\``));
  assert.deepEqual(missing, []);
});

test("the page has the protocol's number, every error code, and only codes that exist", () => {
  assert.match(page, new RegExp(`^# The control socket, protocol ${protocolVersion}\n`));
  const listed = [...page.matchAll(/^\| −(\d{5}) \|/gm)].map(([, code]) => -Number(code));
  assert.deepEqual(listed.sort(), Object.values(rpcCodes).sort());
  for (const [, code = ""] of page.matchAll(/"data":\{"code":"(\w+)"/g)) {
    assert.ok(Object.hasOwn(exitCodes, code), code);
  }
});
