import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { bundleOf, tempHome, until } from "../kit/index.ts";
import { startAgent } from "./mcp-agent.ts";
import { asOrdinaryUser, giveAway } from "./ordinary-user.ts";
import { type Story, tellStory } from "./story.ts";

// A plan is carried out only if whoever does it makes the same one. It is made in the command, also for
// the tools of an agent, in the library, and in the daemon.

const library = join(dirname(bundleOf("unf")), "client.cjs");

/** Runs lines of a program that imports the library, with the project open as `unf`. */
async function askLibrary(story: Story, lines: string) {
  const program = join(story.home.root, "ask.cjs");
  const open = `openProject(${JSON.stringify(story.home.project)})`;
  const body = `const unf = await ${open}; const said = await ${lines}; await unf.close();`;
  writeFileSync(
    program,
    `const { openProject } = require(${JSON.stringify(library)});
     (async () => { ${body} console.log(JSON.stringify(said)); })();`,
  );
  const { stdout, stderr } = await story.tryUnf([], { program });
  assert.equal(stderr, "");
  return JSON.parse(stdout) as { readonly planId: string; readonly operation: number | null };
}

async function askCommand(story: Story, ...words: string[]): Promise<string> {
  const { stdout, stderr } = await story.tryUnf([...words, "--dry-run", "--json"]);
  assert.notEqual(stdout, "", stderr);
  return (JSON.parse(stdout) as { readonly plan: string }).plan;
}

/** Programs that go on writing to a file that they have open. */
function keepWriting(story: Story, names: readonly string[]): Disposable {
  const line = "while :; do echo more; sleep 0.02; done";
  const writers = names.map((name) =>
    spawn("sh", ["-c", `exec >>"$0"; ${line}`, story.at(name)], { stdio: "ignore" }),
  );
  return {
    [Symbol.dispose]: () => {
      for (const writer of writers) writer.kill("SIGKILL");
    },
  };
}

test("command, agent's tool, library and daemon make one plan of a hostile tree, which blocks nothing else", {
  skip: process.platform === "win32" ? "there are no pipes in the tree" : false,
}, async (context) => {
  await using home = tempHome();
  const via = await asOrdinaryUser(context, home);
  if (via === undefined) return;
  const names = [
    "code.ts",
    "data.json",
    "text.txt",
    "shut.txt",
    "pipe.txt",
    "way.txt",
    "server.log",
  ];
  await using story = await tellStory(
    (at) => {
      for (const name of names) writeFileSync(at(name), `${name}\n`);
      giveAway(home.root);
    },
    { home, via },
  );
  await story.unf("checkpoint", "before");
  const big = Buffer.alloc(5 << 20, "x\n");
  const put = (name: string, content: string | Buffer) => {
    writeFileSync(story.at(`${name}.aside`), content);
    renameSync(story.at(`${name}.aside`), story.at(name));
  };
  put("code.ts", "ruined\n");
  put("data.json", big);
  put("server.log", big);
  put("text.txt", Buffer.from([0, 1, 2, 3]));
  put("shut.txt", "shut\n");
  put("later.log", "later\n");
  for (const name of ["pipe.txt", "way.txt"]) rmSync(story.at(name));
  execFileSync("mkfifo", [story.at("pipe.txt")]);
  mkdirSync(story.at("way.txt"));
  writeFileSync(story.at("way.txt/binary"), Buffer.from([0]));
  giveAway(home.project);
  chmodSync(story.at("shut.txt"), 0o000);
  await story.flush();

  using _writing = keepWriting(story, ["later.log", "server.log"]);
  const size = () => statSync(story.at("server.log")).size;
  await using agent = await startAgent(story, via);
  const { checkpoints } = JSON.parse((await story.unf("checkpoint", "--list", "--json")).stdout);
  const number = Number(String(checkpoints[0].id).replace(/^\D*/, ""));
  const before = size();
  const plan = await askCommand(story, "restore", "--at", "cp:before");
  await until("it grows", () => size() > before);
  const ofTool = (await agent.call("unf_restore_plan", { at: "cp:before" })).document;
  const ofLibrary = await askLibrary(story, `unf.restore(${number}, { dryRun: true })`);
  assert.deepEqual([ofTool.plan, ofLibrary.planId], [plan, plan]);
  const { document: done } = await agent.call("unf_restore_apply", { plan });
  assert.equal(done.plan, plan, JSON.stringify(done));

  for (const name of ["code.ts", "data.json", "text.txt", "shut.txt", "server.log"])
    assert.equal(readFileSync(story.at(name), "utf8"), `${name}\n`, name);
  const refused = done.actions.filter(({ failed }: { failed?: boolean }) => failed === true);
  assert.deepEqual(
    refused.map(({ path, why }: { path: string; why: string }) => [path, why]).sort(),
    [
      ["pipe.txt", "special_file_in_the_way"],
      ["way.txt", "directory_in_the_way"],
    ],
  );
  assert.ok(existsSync(story.at("way.txt/binary")));
  const rescued = done.actions.find(({ path }: { path: string }) => path === "server.log").rescued;
  const kept = statSync(rescued).size;
  await until("what goes on being written is in the rescue", () => statSync(rescued).size > kept);
});

test("what a rule leaves out since is kept by every plan of an undo", async () => {
  await using story = await tellStory((at) => {
    writeFileSync(at("a.out"), "1\n2\n3\n");
    writeFileSync(at("b.txt"), "1\n");
  });
  await story.unf("checkpoint", "before");
  writeFileSync(story.at("a.out"), "1\n2\nthree\n");
  writeFileSync(story.at("b.txt"), "2\n");
  await story.flush();
  await story.unf("restore", "--at", "cp:before", "-y");
  writeFileSync(story.at(".gitignore"), "*.out\n");
  writeFileSync(story.at("a.out"), "mine\n1\n2\n3\n");
  await story.flush();
  const plan = await askCommand(story, "undo");
  const ofLibrary = await askLibrary(story, "unf.undo({ dryRun: true })");
  const ofDaemon = await askLibrary(story, "unf.undo()");
  assert.deepEqual([ofLibrary.planId, ofDaemon.planId], [plan, plan]);
  assert.equal(readFileSync(story.at("b.txt"), "utf8"), "2\n");
  assert.equal(readFileSync(story.at("a.out"), "utf8"), "mine\n1\n2\n3\n");
});
