import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { tellStory } from "./story.ts";

// Put together, so that no scanner takes this file for a leak.
const value = `hunter-${"x9Q".repeat(5)}`;
const token = `ghp_${"a1B2".repeat(9)}`;
const agent = ["--agent", "codex"];

/** Commands that show something of contents or prompts. */
const commands: readonly (readonly string[])[] = [
  ["log", "--all", "-p"],
  ["log", "--all", "-p", "--json"],
  ["diff", "--at", "@prev", ".env", "--word"],
  ["diff", "--at", "@prev", "a.ts", "--json"],
  ["search", "-E", "TOKEN|ghp_", "--all"],
  ["search", "-E", "TOKEN|ghp_", "--all", "--json"],
  ["blame", ".env"],
  ["blame", "a.ts", "--json"],
  ["recap", "--json"],
  ["sessions"],
  ["restore", ".env", "--version", "v1", "-p", "--dry-run", "--json"],
  ["forget", ".env", "--dry-run"],
];

test("a secret in a file or a prompt is in no command's output, as text or as JSON, unless it is asked for", async () => {
  await using story = await tellStory((at) => {
    writeFileSync(at(".env"), `TOKEN=${value}1\n`);
    writeFileSync(at("a.ts"), `call("${token}");\n`);
  });
  writeFileSync(story.at(".env"), `TOKEN=${value}2\n`);
  writeFileSync(story.at("a.ts"), `call("${token}", 2);\n`);
  await story.unf("exec", ...agent, "--label", `use ${token}`, "--", "true");
  await story.flush();
  const shown: string[] = [];
  for (const words of commands) {
    const { stdout, stderr } = await story.unf(...words);
    const text = stdout + stderr;
    if (text.includes(value) || text.includes(token)) shown.push(words.join(" "));
  }
  assert.deepEqual(shown, []);
  // Bytes that are meant for a program are exact.
  assert.equal((await story.unf("cat", ".env")).stdout, `TOKEN=${value}2\n`);
  assert.match((await story.unf("diff", "--at", "@prev", ".env")).stdout, new RegExp(`${value}2`));
  const revealed = await story.unf("log", ".env", "--all", "-p", "--reveal", "--json");
  assert.ok(revealed.stdout.includes(value));
});
