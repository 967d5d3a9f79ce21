import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { WindowedEditor } from "../attribution/editors/windowed-editor.ts";
import { until } from "../kit/index.ts";
import { lacksPages } from "../kit/pages.ts";
import { lacksTerminals, TerminalShell } from "../kit/terminal.ts";
import { startAgentProgram } from "./agent-program.ts";
import { type Story, tellStory } from "./story.ts";

interface Authored {
  readonly author: { readonly type: string; readonly confidence: string };
  readonly candidates?: readonly unknown[];
}

/** Writes as a compiler does, outside the project; and a file of this name for each line of `wanted`. */
const busy = `
const fs = require("node:fs");
const page = Buffer.alloc(65536, 1);
const made = new Set();
setInterval(() => {
  fs.writeFileSync("../compiled", page);
  for (const name of fs.readFileSync("../wanted", "utf8").split("\\n"))
    if (name !== "" && !made.has(name)) fs.writeFileSync(name, name + "\\n", (made.add(name), undefined));
}, 10);
`;

async function authorOf(story: Story, file: string): Promise<string | undefined> {
  const [entry] = (await story.log(file)) as readonly unknown[] as readonly Authored[];
  if (entry === undefined) return undefined;
  return `${entry.author.type} ${entry.author.confidence} ${entry.candidates?.length ?? 0}`;
}

/** Makes files until one is said to be of that author; gives its name. */
function untilAuthor(
  story: Story,
  author: string,
  make: (nth: number) => Promise<string> | string,
): Promise<string> {
  let nth = 0;
  return until(`a file is ${author}`, async () => {
    nth += 1;
    const file = await make(nth);
    const said = await until(`${file} is recorded`, async () => {
      if (!existsSync(story.at(file))) return undefined;
      await story.flush();
      return authorOf(story, file);
    });
    if (said === author) return file;
    // It is said anew after the next look.
    const later = await authorOf(story, file);
    return later === author ? file : undefined;
  });
}

/** A person deletes files until one deletion may be theirs; gives the file. */
function untilRemoved(story: Story, person: TerminalShell): Promise<string> {
  let nth = 0;
  return until("a deletion is ambiguous", async () => {
    nth += 1;
    const file = `removed-${nth}.txt`;
    await person.type(`echo 'a line' > ${file}`);
    await story.flush();
    await person.type(`rm ${file}`);
    await story.flush();
    const said = await until("it is recorded that it went", async () => {
      const [last] = await story.log(file);
      return last?.kind === "delete" ? await authorOf(story, file) : undefined;
    });
    const author = said === "unknown ambiguous 1" ? said : await authorOf(story, file);
    return author === "unknown ambiguous 1" ? file : undefined;
  });
}

test("what a person saves or deletes beside a command that writes much is not taken back", {
  skip: lacksTerminals() || lacksPages(),
}, async () => {
  await using story = await tellStory();
  await using agent = await startAgentProgram(story);
  await using person = new TerminalShell(story.home.project);
  await person.type(":");
  await agent.tell("SessionStart");
  await agent.tell("UserPromptSubmit", { prompt: "first" });
  const wanted = (...names: readonly string[]): void =>
    writeFileSync(story.at("../wanted"), names.join("\n"));
  wanted();
  writeFileSync(story.at("busy.cjs"), busy);
  await story.flush();
  const command = "node busy.cjs";
  await agent.tell("PreToolUse", {
    ...{ tool_name: "Bash", tool_use_id: "one", tool_input: { command } },
  });
  await agent.start(command);
  const own = await untilAuthor(story, "agent window 0", (nth) => {
    wanted(`own-${nth}.txt`);
    return `own-${nth}.txt`;
  });
  const saved = await untilAuthor(story, "unknown ambiguous 1", async (nth) => {
    await person.type(`echo 'a line that a person typed' > saved-${nth}.txt`);
    return `saved-${nth}.txt`;
  });
  const edited = await untilAuthor(story, "unknown unknown 0", async (nth) => {
    await person.type(`exec 9> .edited-${nth}.txt.swp; echo 'a line' > edited-${nth}.txt`);
    return `edited-${nth}.txt`;
  });
  await using editor = new WindowedEditor(story.home.home, {
    ...{ way: "rename", watched: story.home.project, isBusy: false },
  });
  const windowed = await untilAuthor(story, "unknown ambiguous 1", async (nth) => {
    const file = `windowed-${nth}.txt`;
    await editor.save(story.at(file), "a line of an editor without a terminal\n");
    return file;
  });
  const removed = await untilRemoved(story, person);
  // A person who does not save is no doubt about what the command writes.
  const later = await untilAuthor(story, "agent window 0", (nth) => {
    wanted(`later-${nth}.txt`);
    return `later-${nth}.txt`;
  });
  await agent.interrupt();
  const { stdout } = await story.unf("oops", "-y");
  assert.ok(stdout.includes(saved), stdout);
  const files = [own, saved, edited, windowed, removed, later];
  const left = files.map((file) => existsSync(story.at(file)));
  assert.deepEqual(left, [false, true, true, true, false, false]);
  assert.ok((await story.unf("log", saved)).stdout.includes(" or you"));
});
