import assert from "node:assert/strict";
import { test } from "node:test";
import { agentVariables } from "./agent-variables.ts";
import { findAgent } from "./find-agent.ts";

/** Which agent's program a process is taken for. */
function program(name: string, ...command: string[]): string | undefined {
  const sign = findAgent({}, [{ pid: 7, name, command }]);
  return sign?.kind === "process" ? sign.program : undefined;
}

test("a variable that an agent sets for its commands tells of it, an empty one does not", () => {
  for (const name of agentVariables) {
    assert.deepEqual(findAgent({ [name]: "1" }, []), { kind: "variable", variable: name });
    assert.equal(findAgent({ [name]: "" }, []), undefined);
  }
});

test("an agent's program is known by its name, by its script and by its package", () => {
  assert.equal(program("claude", "claude", "--resume"), "claude");
  assert.equal(program("claude", "claude --resume"), "claude");
  assert.equal(program("MainThread", "/usr/bin/node", "/usr/local/bin/gemini"), "gemini");
  assert.equal(program("python3.13", "python3.13", "-u", "/opt/bin/aider"), "aider");
  assert.equal(program("node", "node", "--no-warnings", "/x/bin/codex.js", "exec"), "codex");
  const cli = "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js";
  assert.equal(
    program("node", "node", "--max-old-space-size=8192", cli),
    "@anthropic-ai/claude-code",
  );
  assert.equal(program("opencode", "/home/a/.opencode/bin/opencode"), "opencode");
});

test("an editor, a shell and a program that only names an agent are none", () => {
  assert.equal(program("bash", "-bash"), undefined);
  assert.equal(program("cursor", "/opt/cursor/cursor", "--type=utility"), undefined);
  assert.equal(program("vim", "vim", "claude"), undefined);
  assert.equal(program("node", "node", "server.js", "codex"), undefined);
  assert.equal(program("bash", "bash", "-c", "grep claude notes"), undefined);
  assert.equal(program("kworker/0:1"), undefined);
});

test("of the processes above the nearest agent is named", () => {
  const above = [
    { pid: 30, name: "sh", command: ["sh", "-c", "unf stop"] },
    { pid: 20, name: "codex", command: ["codex"] },
    { pid: 10, name: "claude", command: ["claude"] },
  ];
  assert.deepEqual(findAgent({}, above), { kind: "process", program: "codex", pid: 20 });
});
