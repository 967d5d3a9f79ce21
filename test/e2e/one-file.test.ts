// The executable of all programs, in short. With UNF_PROGRAM every other test starts it, too
// (docs/contributing.md, "The executable").

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { launchBrowser, openPage } from "../browser/browser.ts";
import { startUi } from "../browser/start-ui.ts";
import { assertNothingLeft, executable, launcher, onExecutable } from "../kit/index.ts";
import { Screen } from "../kit/screen.ts";
import { tellStory } from "./story.ts";

const read = (path: string) => readFileSync(path, "utf8");

/** One line of an agent that asks `unf mcp` who it is. */
const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "t", version: "0" },
  },
});

test(
  "the executable records, tells and puts back, with its hook, its server and no Node",
  onExecutable,
  async () => {
    const program = [executable()];
    // Nothing of what it starts can be found by name.
    const env = { PATH: "/nonexistent" };
    await using story = await tellStory((at) => writeFileSync(at("a.txt"), "one\n"), {
      program,
      env,
    });
    const { at, unf, flush } = story;
    const hook = async (event: string, more: object = {}) => {
      const told = { session_id: "s", cwd: story.home.project, hook_event_name: event, ...more };
      const options = { stdin: JSON.stringify(told) };
      const { code, stderr } = await story.tryUnf(["hook", "run", "claude-code"], options);
      assert.deepEqual([code, stderr], [0, ""], event);
    };

    assert.match((await unf("--version")).stdout, /^unf \S+ \(bun /);
    appendFileSync(at("a.txt"), "two\n");
    writeFileSync(at("b.txt"), "b\n");
    await flush();
    assert.deepEqual(
      (await story.log("b.txt")).map(({ kind }) => kind),
      ["create"],
    );
    assert.equal((await unf("cat", "a.txt")).stdout, "one\ntwo\n");
    assert.match((await story.tryUnf(["diff", "a.txt"])).stdout, /^\+two$/m);

    await hook("UserPromptSubmit", { prompt: "break it" });
    const tool = { tool_name: "Write", tool_use_id: "w", tool_input: { file_path: at("a.txt") } };
    await hook("PreToolUse", tool);
    writeFileSync(at("a.txt"), "broken\n");
    await hook("PostToolUse", tool);
    await hook("Stop");
    await flush();
    assert.match((await unf("turns")).stdout, /break it/);
    await unf("oops", "--yes");
    assert.equal(read(at("a.txt")), "one\ntwo\n");
    await unf("undo", "--yes");
    assert.equal(read(at("a.txt")), "broken\n");
    const size = { cols: 80, rows: 24 };
    await using screen = new Screen(["oops"], story.home, size, env, [executable()]);
    await screen.shows("[y]es [N]o");
    screen.type("\u0003");
    assert.equal(await screen.end(), 130);
    assert.match(screen.text(), /interrupted at the question; nothing of what it asks was done/);

    rmSync(at("b.txt"));
    await flush();
    const [version] = (await story.log("b.txt")).filter(({ kind }) => kind === "create");
    await unf("restore", "b.txt", "--version", version?.id ?? "", "--yes");
    assert.equal(read(at("b.txt")), "b\n");

    const [reply = ""] = (await story.tryUnf(["mcp"], { stdin: `${initialize}\n` })).stdout.split(
      "\n",
    );
    assert.equal(JSON.parse(reply).result.serverInfo.name, "unf");
    assert.match((await unf("doctor")).stdout, /= cli \S+, run by node /);
    await unf("verify");
    await unf("stop");
    await assertNothingLeft(story.home.root);
  },
);

test("the page that the executable carries is whole, and takes back", onExecutable, async () => {
  const program = [executable()];
  await using story = await tellStory((at) => writeFileSync(at("a.ts"), "const a = 1;\n"), {
    program,
  });
  await story.flush();
  writeFileSync(story.at("a.ts"), "const a = 2;\n");
  await story.flush();
  const browser = await launchBrowser();
  try {
    await using page = await openPage(browser, await startUi(story, program));
    await page.locator("[data-entry]", { hasText: "a.ts" }).first().click();
    // Colours come from a worker and from files that the page asks for late.
    await page.locator(".line.came .look-keyword", { hasText: "const" }).waitFor();
    await page.getByRole("button", { name: "Take back file a.ts" }).click();
    await page.getByRole("button", { name: "Do it" }).click();
    await page.getByText("1 file put back").waitFor();
    assert.equal(read(story.at("a.ts")), "const a = 1;\n");
  } finally {
    await browser.close();
  }
});

test("each build goes on with a home and a daemon of the other", onExecutable, async () => {
  const builds = [[executable()], [process.execPath, launcher()]];
  for (const [first = [], second = []] of [builds, builds.toReversed()]) {
    await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"), {
      program: first,
    });
    const as = async (program: readonly string[], ...words: string[]) => {
      const { code, stdout, stderr } = await story.tryUnf(words, { program });
      assert.equal(code, 0, `${words.join(" ")}: ${stderr}`);
      return stdout;
    };
    const daemon = await story.daemonPid();
    writeFileSync(story.at("a.txt"), "2\n");
    await as(second, "flush");
    assert.equal(await as(second, "cat", "a.txt"), "2\n");
    assert.equal(await story.daemonPid(), daemon, "the running daemon is used as it is");
    await as(second, "stop");
    await as(second, "start");
    writeFileSync(story.at("a.txt"), "3\n");
    await as(first, "flush");
    assert.deepEqual(await as(first, "log", "--all", "a.txt", "--json").then(kinds), [
      "modify",
      "modify",
      "create",
    ]);
    await as(first, "verify");
    await as(first, "stop");
    await assertNothingLeft(story.home.root);
  }
});

function kinds(stdout: string): readonly string[] {
  return (
    JSON.parse(stdout) as { readonly entries: readonly { readonly kind: string }[] }
  ).entries.map(({ kind }) => kind);
}
