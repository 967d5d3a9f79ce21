import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findAgent } from "@unf/agents";
import type { AbsPath } from "@unf/core/base";
import { openHome, readProcessesAbove } from "@unf/system";
import { isLongForm, type RunOptions, runUnf, type TempHome, tempHome } from "../kit/index.ts";
import { age } from "./age.ts";
import { agentAbove, hasTerminals, runAtTerminal } from "./agent-above.ts";
import { awaitTurns, startClaude } from "./claude.ts";
import { type Story, tellStory } from "./story.ts";

/** Orders that end or narrow recording or history, and the word that a person types for each. */
const orders: readonly (readonly [word: string, ...args: string[]])[] = [
  ["accept", "ignore", "accept"],
  ["ignore", "ignore", "add", "*.ts"],
  ["set", "config", "set", "filter.exclude_dirs", "src"],
  ["set", "config", "set", "record.max_file_size", "1KiB"],
  ["set", "config", "set", "store.min_free", "1GiB"],
  ["set", "config", "set", "retention.keep_all", "1h"],
  ["set", "config", "unset", "secrets.skip"],
  ["set", "config", "edit"],
  ["uninstall", "hook", "uninstall", "claude-code"],
  ["delete", "prune", "--older-than", "30d"],
  ["delete", "gc", "--empty-trash"],
  ["delete", "forget", "a.txt"],
  ["unwatch", "unwatch"],
  ["stop", "stop"],
  ["set", "config", "set", "agents.may_stop", "true"],
];

const settingsOf = ({ home }: TempHome) => join(home, ".claude/settings.json");

/** A project of a person, in a home that lasts, in which every order has something to do. */
async function tellLasting(): Promise<Story> {
  const home = tempHome();
  openHome(home.unfHome as AbsPath, { create: true });
  writeFileSync(join(home.unfHome, "config.toml"), '[secrets]\nskip = ["*.token"]\n');
  const story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"), { home });
  writeFileSync(story.at("a.txt"), "2\n");
  await story.flush();
  age(home);
  writeFileSync(story.at("a.txt"), "3\n");
  await story.flush();
  const claude = startClaude(story);
  await claude.prompt("hide it");
  await claude.edit(".gitignore", () => writeFileSync(story.at(".gitignore"), "*.tmp\n"));
  await claude.stop();
  await awaitTurns(story, 1);
  mkdirSync(join(home.home, ".claude"));
  writeFileSync(settingsOf(home), "{}\n");
  await story.unf("hook", "install", "claude-code", "--yes");
  mkdirSync(join(home.unfHome, "trash/ab"), { recursive: true, mode: 0o700 });
  writeFileSync(join(home.unfHome, "trash/ab", "c".repeat(62)), "garbage\n");
  return story;
}

/** Everything that an order could have changed. */
async function look(story: Story): Promise<Readonly<Record<string, unknown>>> {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);
  const { home } = story;
  return {
    daemon: await story.daemonPid(),
    intent: read(join(home.unfHome, "intent.json")),
    config: read(join(home.unfHome, "config.toml")),
    ignored: read(story.at(".unfignore")),
    hooks: read(settingsOf(home)),
    trash: read(join(home.unfHome, "trash/ab", "c".repeat(62))),
    versions: (await story.log()).map(({ id }) => id),
  };
}

test("no flag lets an agent end or narrow recording or history, be it known by a variable or by its process", async () => {
  await using story = await tellLasting();
  const before = await look(story);
  const agents: readonly [Partial<RunOptions>, RegExp][] = [
    [{ env: { AI_AGENT: "1" } }, /AI_AGENT is set/],
    [{ via: agentAbove(story.home) }, /claude, process \d+, runs this/],
  ];
  for (const [nth, [options, reason]] of agents.entries()) {
    // How an agent is known is one question for all orders: in the short form few ask it twice.
    const asked = nth === 0 || isLongForm("UNF_GATE") ? orders : orders.slice(-4);
    for (const [, ...args] of asked) {
      const name = `${args.join(" ")} ${reason.source}`;
      const { code, stderr } = await story.tryUnf([...args, "--yes"], options);
      assert.equal(code, 4, `${name}: ${stderr}`);
      // An editor needs a terminal, whoever asks.
      if (args[1] === "edit") continue;
      assert.match(stderr, /^unf: nothing was done: only a person may [^\n]*\nhint: [^\n]*\n$/);
      assert.match(stderr, reason, name);
    }
  }
  const [options] = agents[0] ?? [{}];
  for (const [, ...args] of orders) {
    if (args[1] === "edit") continue;
    assert.equal((await story.tryUnf([...args, "--dry-run"], options)).code, 0, args.join(" "));
  }
  assert.deepEqual(await look(story), before);
  for (const args of [["start"], ["restart"], ["config", "set", "log.level", "debug"]]) {
    assert.equal((await story.tryUnf(args, options)).code, 0, args.join(" "));
  }
});

test("a person at the terminal of an agent types a word, and each of it is done", async (context) => {
  if (!hasTerminals()) return context.skip("no script of util-linux");
  await using story = await tellLasting();
  const { home } = story;
  const editor = join(home.root, "editor.sh");
  writeFileSync(editor, `printf '[watch]\\nbackend = "polling"\\n' >> "$1"\n`);
  const env = { CLAUDECODE: "1", EDITOR: `sh ${editor}` };
  const via = agentAbove(home);
  const type = (args: readonly string[], answer: string) =>
    runAtTerminal(args, {
      home,
      // The terminal breaks the question between any two words.
      asked: /\sgo\s+on:\s*$/,
      answer,
      env,
      ...(answer === "y" ? { via } : {}),
    });
  const before = await look(story);
  for (const args of [
    ["stop", "--yes"],
    ["config", "edit"],
  ]) {
    const { code, stdout } = await type(args, "y");
    assert.equal(code, 4, stdout);
  }
  assert.deepEqual(await look(story), before);
  for (const [word, ...args] of orders) {
    const { code, stdout } = await type(args, word);
    assert.equal(code, 0, `${args.join(" ")}: ${stdout}`);
    assert.match(stdout.replaceAll(/\s+/g, " "), /This needs a person \(CLAUDECODE is set/);
  }
  assert.equal((await story.status()).recording, false);
  assert.equal(readFileSync(settingsOf(home), "utf8"), "{}\n");
  assert.match(readFileSync(story.at(".unfignore"), "utf8"), /^\*\.ts$/m);
  const config = readFileSync(join(home.unfHome, "config.toml"), "utf8");
  assert.match(config, /may_stop = true/);
  // Now agents may do all of it, and not say who may.
  await story.unf("watch", ".");
  const asAgent = (...args: string[]) => story.tryUnf(args, { env: { CLAUDECODE: "1" } });
  assert.equal((await asAgent("config", "unset", "agents.may_stop", "-y")).code, 4);
  assert.equal(
    (await asAgent("forget", "--project", ".", "--everything")).code,
    4,
    "without a yes",
  );
  assert.equal((await asAgent("prune", "--older-than", "1h", "-y")).code, 0);
  assert.equal((await asAgent("unwatch")).code, 0);
  assert.equal((await asAgent("stop")).code, 0);
});

test("a home that was made to be thrown away lets everybody stop and delete, and says that it is one", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const env = { CLAUDECODE: "1" };
  const { stdout } = await story.tryUnf(["status"], { env });
  assert.match(stdout, /scratch home: agents may stop recording/);
  const words = [
    ["config", "set", "filter.exclude_dirs", "src"],
    ["ignore", "add", "*.ts"],
    ["forget", "a.txt", "--yes"],
    ["unwatch"],
    ["stop"],
  ];
  for (const args of words) {
    const { code, stderr } = await story.tryUnf(args, { env, via: agentAbove(story.home) });
    assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
  }
});

test("no home becomes one to be thrown away later", async () => {
  await using home = tempHome();
  openHome(home.unfHome as AbsPath, { create: true });
  const format = () => readFileSync(join(home.unfHome, "format.json"), "utf8");
  const before = format();
  for (const more of [[], ["--dry-run"]]) {
    const refused = await runUnf(["watch", ".", "--scratch-home", ...more], { home });
    assert.equal(refused.code, 4);
    assert.match(refused.stderr, /is there already and no scratch home/);
  }
  assert.equal(format(), before);
});

test("a person's script needs nobody at a terminal", async (context) => {
  if (findAgent(process.env, readProcessesAbove()) !== undefined) {
    return context.skip("an agent runs this test");
  }
  await using story = await tellStory(undefined, { isLasting: true });
  assert.doesNotMatch((await story.unf("status")).stdout, /scratch/);
  for (const args of [["ignore", "add", "*.ts"], ["unwatch"], ["stop"]]) {
    await story.unf(...args);
  }
});

test("what another program did to the settings is said once, by the next command", async () => {
  await using story = await tellStory();
  const config = join(story.home.unfHome, "config.toml");
  const said = async (...args: string[]) => (await story.unf(...args)).stderr;
  assert.equal(await said("config", "set", "log.level", "debug"), "");
  assert.equal(await said("list"), "");
  writeFileSync(config, '[filter]\nexclude_dirs = ["src"]\n[record]\nmax_file_size = "4MiB"\n');
  const news = await said("log");
  assert.match(news, /^unf: warning: config\.toml was changed outside unf at \d{4}-\d\d-\d\d /);
  assert.match(news, /record\.max_file_size is now 4MiB \(wider\)/);
  assert.match(news, /filter\.exclude_dirs is now src \(narrower\).*log\.level is now info\n/);
  assert.equal(await said("list"), "");
  writeFileSync(config, "[filter\n");
  assert.match(await said("list"), /line 1 is not valid TOML/);
  assert.equal(await said("list"), "");
});
