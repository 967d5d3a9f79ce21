import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isLongForm, runUnf, tempHome, until } from "../kit/index.ts";
import { type Habits, hookedAgents, pluggedAgents } from "./agent-habits.ts";
import {
  installUnf,
  openHookVoice,
  openPluginVoice,
  type Voice,
  writeWhole,
} from "./agent-voice.ts";
import { type Story, tellStory } from "./story.ts";

const cart = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
/** The command that the agent has its shell run: no one can tell beforehand what it will write. */
const tidy = "sed -i s/two/2/ src/cart.ts\nrm src/old.ts\n";

interface TurnJson {
  readonly id: string;
  readonly agent: string;
  readonly session: string;
  readonly label: { readonly text: string } | string | null;
  readonly ended_by: string | null;
  readonly files: readonly { readonly path: string }[];
}

async function readJson<T>(story: Story, ...args: string[]): Promise<T> {
  return JSON.parse((await story.unf(...args, "--json")).stdout) as T;
}

/** The agent's own work: one prompt, a file by its own tool, the rest by its shell. */
async function work(story: Story, habits: Habits, voice: Voice): Promise<TurnJson> {
  const [path, text] = habits.writes;
  await voice.tell("start");
  await voice.tell("prompt");
  await voice.tell("write_start");
  writeWhole(story.at(path), text);
  await voice.tell("write_end");
  await voice.tell("run_start");
  await voice.run("tidy.sh");
  await voice.tell("run_end");
  await voice.tell("stop");
  return await until("the turn has ended", async () => {
    const { turns } = await readJson<{ turns: TurnJson[] }>(story, "turns");
    return turns.length === 1 && turns[0]?.ended_by === "stop" ? turns[0] : undefined;
  });
}

/** The contents on disk of the files of a story; `null` where there is none. */
function disk(story: Story, habits: Habits): Record<string, string | null> {
  const paths = ["src/cart.ts", "src/old.ts", habits.writes[0]];
  return Object.fromEntries(
    paths.map((path) => [
      path,
      existsSync(story.at(path)) ? readFileSync(story.at(path), "utf8") : null,
    ]),
  );
}

async function blameAuthors(story: Story, path: string): Promise<string[]> {
  const { lines } = await readJson<{
    lines: { text: string; author: { type: string; name: string | null }; turn: string | null }[];
  }>(story, "blame", path);
  return lines.map(({ text, author, turn }) =>
    author.type === "agent" ? `${text} ${author.name} ${turn}` : `${text} ${author.type}`,
  );
}

/**
 * From an agent's hooks or plugin to its turn, `oops` and back. What follows from a turn is the same
 * for every agent, so in the short form one of each kind is asked for all of it.
 */
async function tellWhole(
  habits: Habits,
  open: typeof openHookVoice,
  isWhole: boolean,
): Promise<void> {
  const home = tempHome();
  const [file, text] = habits.settings;
  writeWhole(join(home.home, file), text);
  await using story = await tellStory(
    (at) => {
      writeWhole(at("src/cart.ts"), cart);
      writeWhole(at("src/old.ts"), "old\n");
      writeWhole(at("tidy.sh"), tidy);
    },
    { home },
  );
  await story.flush();
  installUnf(home);
  await story.unf("hook", "install", habits.agent, "--yes");
  const voice = open(habits, home);

  const turn = await work(story, habits, voice);
  const [path] = habits.writes;
  assert.equal(turn.agent, habits.agent);
  assert.deepEqual(
    turn.files.map((one) => one.path).sort(),
    [path, "src/cart.ts", "src/old.ts"].sort(),
  );
  assert.ok(JSON.stringify(turn.label).includes(habits.label), JSON.stringify(turn.label));

  writeWhole(story.at("src/cart.ts"), cart.replace("two", "2").replace("six", "6"));
  await story.flush();
  if (isWhole) await tellRest(story, habits, turn);
  else {
    await story.unf("oops", "--yes");
    assert.deepEqual(disk(story, habits), withoutTurn(habits));
  }

  await voice.tell("end");
  await story.unf("hook", "uninstall", habits.agent, "--yes");
  assert.equal(readFileSync(join(home.home, file), "utf8"), text);
  if (habits.hooks !== undefined) assert.equal(existsSync(join(home.home, habits.hooks)), false);
}

/** Blame, a preview, `oops` and its undo. */
async function tellRest(story: Story, habits: Habits, turn: TurnJson): Promise<void> {
  const [path, written] = habits.writes;
  const mine = `${habits.agent} ${turn.id}`;
  assert.deepEqual(
    (await blameAuthors(story, "src/cart.ts")).filter((line) => /^[26]/.test(line)),
    [`2 ${mine}`, "6 unknown"],
  );
  assert.ok((await blameAuthors(story, path)).every((line) => line.endsWith(mine)));

  const worked = disk(story, habits);
  const preview = await readJson<{ scopes: object[]; actions: { path: string; action: string }[] }>(
    story,
    "oops",
    "-n",
  );
  assert.deepEqual(preview.scopes, [{ turn: turn.id, session: turn.session, agent: habits.agent }]);
  assert.deepEqual(disk(story, habits), worked, "a preview changes nothing");
  await story.unf("oops", "--yes");
  const takenBack = async () => {
    const { turns } = await readJson<{ turns: { taken_back: object | null }[] }>(story, "turns");
    return turns.map((one) => one.taken_back);
  };
  // One file was merged with the lines of a person.
  assert.deepEqual(await takenBack(), [{ by: ["op-1"], whole: false }]);
  assert.deepEqual(disk(story, habits), withoutTurn(habits));
  await story.unf("undo", "--yes");
  assert.deepEqual(await takenBack(), [null]);
  assert.deepEqual(disk(story, habits), worked);
  assert.equal(worked[path], written);
}

/** Takes back the turn; a person's text beside it stays. */
function withoutTurn(habits: Habits): Record<string, string | null> {
  return {
    "src/cart.ts": cart.replace("six", "6"),
    "src/old.ts": "old\n",
    [habits.writes[0]]: null,
  };
}

const isLong = isLongForm("UNF_AGENTS");

for (const [nth, habits] of hookedAgents.entries())
  test(`${habits.agent}: from its hooks to oops, blame and back, by the commands in its settings`, () =>
    tellWhole(habits, openHookVoice, isLong || nth === 0));

for (const [nth, habits] of pluggedAgents.entries())
  test(`${habits.agent}: from its plugin to oops, blame and back`, () =>
    tellWhole(habits, openPluginVoice, isLong || nth === 0));

for (const habits of pluggedAgents)
  test(`${habits.agent}: a hook that takes its time on a busy machine is told all the same`, async () => {
    await using home = tempHome();
    const [file, text] = habits.settings;
    writeWhole(join(home.home, file), text);
    const installed = await runUnf(["hook", "install", habits.agent, "--yes"], { home });
    assert.equal(installed.code, 0, installed.stderr);
    const told = join(home.root, "told");
    const unf = join(installUnf(home), "unf");
    // Of the commands that it gives, the hook alone is handed something.
    writeFileSync(unf, `#!/bin/sh\n[ "$1" = hook ] || exit 1\nsleep 1.5\ncat > ${told}\n`);
    const plugin = join(home.home, habits.hooks ?? "");
    const named = readFileSync(plugin, "utf8");
    writeFileSync(plugin, named.replace(/^const command = .*$/m, 'const command = ["unf"];'));
    await openPluginVoice(habits, home).tell("prompt");
    assert.match(readFileSync(told, "utf8"), /"session_id"/);
  });
