import assert from "node:assert/strict";
import { test } from "node:test";
import { agentOfVariables } from "./agent-variables.ts";
import { identifyAgent } from "./identify-agent.ts";

/** Links of the machine; every other word of a path that begins with `/` names itself. */
const links = new Map([
  ["/usr/local/bin/gemini", "/usr/lib/node_modules/@google/gemini-cli/dist/index.js"],
  ["claude", "/src/claude"],
]);

function identify(executable: string, ...command: string[]): string | undefined {
  const resolve = (word: string) => links.get(word) ?? (word.startsWith("/") ? word : undefined);
  return identifyAgent({ executable, command, resolve });
}

const node = "/usr/bin/node";
const python = "/usr/bin/python3.13";

test("an agent is known by the file that runs, wherever its installer puts it", () => {
  assert.equal(
    identify("/home/a/.local/share/claude/versions/2.1.330", "claude", "-c"),
    "claude-code",
  );
  assert.equal(identify("/home/a/.local/bin/droid (deleted)", "droid"), "droid");
  assert.equal(identify("/home/a/.opencode/bin/opencode", "opencode"), "opencode");
  const vendored = "/usr/lib/node_modules/@openai/codex/vendor/x86_64/codex/codex";
  assert.equal(identify(vendored, "codex", "exec"), "codex");
  const cursor = "/home/a/.local/share/cursor-agent/versions/2026.11.01/node";
  assert.equal(identify(cursor, cursor, "--use-system-ca", "/x/index.js"), "cursor");
});

test("of an interpreter its script says it, or what it calls itself", () => {
  assert.equal(identify(node, "node", "/usr/local/bin/gemini"), "gemini");
  const cli = "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js";
  assert.equal(identify(node, "node", "--max-old-space-size=8192", cli), "claude-code");
  assert.equal(identify(node, "claude"), "claude-code");
  assert.equal(identify(node, "claude --resume"), "claude-code");
  assert.equal(identify(node, "pi"), "pi");
  assert.equal(identify(python, "python3.13", "-u", "/opt/venv/bin/aider", "a.py"), "aider");
  assert.equal(identify(python, "python3", "-m", "aider"), "aider");
});

test("who only has an agent's name in its words, or beside it, is none", () => {
  assert.equal(identify("/usr/bin/vim", "vim", "claude"), undefined);
  assert.equal(identify("/usr/bin/bash", "bash", "-c", "claude"), undefined);
  assert.equal(identify("/usr/bin/bash", "claude"), undefined);
  assert.equal(identify(node, "node", "claude"), undefined, "a directory called claude");
  assert.equal(identify(node, "node", "/src/claude/server.js"), undefined);
  assert.equal(identify(node, "node", "-e", "1", "claude"), undefined);
  assert.equal(identify(python, "python3", "/src/pi.py"), undefined);
  assert.equal(identify("/src/crush", "./crush"), undefined, "what somebody built");
  assert.equal(identify("/home/a/go/bin/goose", "goose", "up"), undefined, "another goose");
  assert.equal(identify("/usr/bin/amp", "amp", "a.txt"), undefined, "an editor, too");
  assert.equal(identify("/usr/local/bin/copilot", "copilot", "init"), undefined, "another copilot");
  assert.equal(identify("/opt/cursor/cursor", "cursor", "--type=utility"), undefined, "an editor");
});

test("a variable says whose it is, unless several agents have set theirs", () => {
  assert.equal(agentOfVariables(["PATH=/bin", "CLAUDECODE=1"]), "claude-code");
  assert.equal(agentOfVariables(["CLAUDECODE="]), undefined);
  assert.equal(agentOfVariables(["CLAUDECODE=1", "GEMINI_CLI=1"]), undefined);
  assert.equal(agentOfVariables(["HOME=/home/claude"]), undefined);
});
