import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startClaude } from "./claude.ts";
import { type Story, tellStory } from "./story.ts";

// Put together, so that no scanner takes this file for a leak.
const value = `hunter-${"x9Q".repeat(5)}`;
const begin = `-----BEGIN RSA ${"PRIVATE"} KEY-----`;
const end = `-----END RSA ${"PRIVATE"} KEY-----`;
const body = [
  "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
  "lastLineOfTheKey==",
];
const tokens: Readonly<Record<string, string>> = {
  aws: `AKIA${"IOSFODNN7EXAMPLE"}`,
  github: `ghp_${"a1B2".repeat(9)}`,
  openai: `sk-${"proj-abcDEF0123456789_xyz"}`,
  slack: `xoxb-${"123456789012-abcDEF"}`,
};
const [token = ""] = Object.values(tokens).slice(1);
const secrets: readonly string[] = [value, ...body, ...Object.values(tokens)];

/** Commands that show something of contents, prompts, labels or commands, as they are run in a pipe. */
const masked: readonly string[] = [
  "log --all -p",
  "log --all -p --json",
  "log --all -p --jsonl",
  "log --group turn --json",
  "log --sessions",
  "log --stat",
  "diff --from v1 --word",
  "diff --from v1 -y",
  "diff --from v1 --json",
  "diff --session --json",
  "diff --checkpoint cp:1 --json",
  "search -E TOKEN|ghp_|KEY|MII|xoxb|sk- --all",
  "search -E TOKEN|ghp_|KEY|MII|xoxb|sk- --all --json",
  "blame .env",
  "blame a.ts",
  "blame a.ts --json",
  "recap",
  "recap --json",
  "sessions",
  "sessions --json",
  "session",
  "session --json",
  "turns",
  "turns --json",
  "status --session",
  "status -v",
  "status --since-checkpoint",
  "checkpoint --list",
  "checkpoint --list --json",
  "checkpoint --show cp:1",
  "checkpoint --show cp:1 --json",
  "ops",
  "ops --json",
  "undo -n",
  "undo -n --json",
  "oops -n --json",
  "deleted --json",
  "restore .env --version v1 -p -n --json",
  "restore a.ts --at cp:1 -p -n",
  "restore a.ts --at cp:1 -p -n --json",
  "restore --at cp:1 -n --json",
  "forget .env -n --json",
  "export git ../out.git -n --json",
];

/** Decided: bytes that are meant for programs are exact, and whoever asks for secrets gets them. */
const exact: readonly string[] = [
  "cat .env",
  "cat .env --json",
  "diff --from v1 .env",
  "checkpoint --show cp:1 --payload -",
  "export tar --at now -o -",
  "log .env --all -p --reveal",
];

async function tellSecrets(): Promise<Story> {
  const lines = Object.entries(tokens).map(([name, key]) => `use("${name}", "${key}");`);
  const source = (last: string) => `${[...lines, begin, ...body, end, last].join("\n")}\n`;
  const story = await tellStory((at) => {
    writeFileSync(at(".env"), `TOKEN=${value}1\n`);
    writeFileSync(at("a.ts"), source("one();"));
    writeFileSync(at("gone.env"), `${token}\n`);
  });
  const { unf, home } = story;
  writeFileSync(join(home.root, "payload"), `{"chat":"${value}"}`);
  await unf(
    "checkpoint",
    `use ${token}`,
    "-m",
    `for ${tokens.aws}`,
    "--payload",
    join(home.root, "payload"),
  );
  const claude = startClaude(story);
  await claude.tell("SessionStart");
  await claude.prompt(`deploy with ${token}\nand PASSWORD=${value}`);
  await claude.edit("a.ts", () => writeFileSync(story.at("a.ts"), source("two();")));
  await claude.bash(`echo 'TOKEN=${value}2' > .env; echo ${tokens.slack} > /dev/null; rm gone.env`);
  await claude.stop();
  await story.flush();
  await unf("restore", "gone.env", "--at", `cp:use ${token}`, "--yes");
  await unf(
    "exec",
    "--agent",
    "codex",
    "--label",
    `use ${token}`,
    "--",
    "true",
    tokens.slack ?? "",
  );
  return story;
}

/** Secrets in the outputs of a command; its messages of failure count, too. */
async function findLeaks(story: Story, line: string): Promise<string[]> {
  const { stdout, stderr, code } = await story.tryUnf(line.split(" "));
  assert.ok((code ?? 9) <= 1, `${line}: exit ${code}: ${stderr}`);
  const text = stdout + stderr;
  return secrets.filter((secret) => text.includes(secret)).map((secret) => secret.slice(0, 6));
}

test("a secret in a file, prompt, label or command is in no command's output unless it is asked for", async () => {
  await using story = await tellSecrets();
  const shown: string[] = [];
  for (const line of masked) {
    const leaks = await findLeaks(story, line);
    if (leaks.length > 0) shown.push(`${line}: ${leaks}`);
  }
  assert.deepEqual(shown, []);
  const hidden: string[] = [];
  for (const line of exact) if ((await findLeaks(story, line)).length === 0) hidden.push(line);
  assert.deepEqual(hidden, []);
  const { stdout } = await story.unf("cat", ".env");
  assert.equal(stdout, `TOKEN=${value}2\n`);
  const logs = join(story.home.unfHome, "logs");
  const logged = readdirSync(logs).filter((name) => {
    const text = readFileSync(join(logs, name), "utf8");
    return secrets.some((secret) => text.includes(secret));
  });
  assert.deepEqual(logged, []);
});
