import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import { lacksPages } from "../kit/pages.ts";
import { lacksTerminals, TerminalShell } from "../kit/terminal.ts";
import { startAgentProgram } from "./agent-program.ts";
import { startBareAgent } from "./bare-agent.ts";
import { authorOf, claudes, nobodys, untilAuthor } from "./said-authors.ts";
import { tellStory } from "./story.ts";

/** Makes the files that are wanted, first below the agent's shell and then, once that has ended, below nobody. */
const worker = `
touch ../parent
sh -c 'until [ -e ../done ]; do
  for want in ../want-*; do
    [ -e "$want" ] && rm "$want" && echo "made by $want" > "\${want#../want-}"
  done
  sleep 0.1
done' &
until [ -e ../orphan ]; do sleep 0.1; done
rm ../parent
`;

test("what an agent without hooks writes is its own, and oops takes back that and nothing of a person's", {
  skip: lacksTerminals() || lacksPages(),
}, async () => {
  await using story = await tellStory();
  await using agent = await startBareAgent(story);
  await using person = new TerminalShell(story.home.project);
  await person.type("export CLAUDECODE=1");
  const own = await untilAuthor(story, claudes, (file) => agent.write(file, "of its own tool\n"));
  const ran = await untilAuthor(story, claudes, (file) =>
    agent.run(`echo 'of a command' > ${file}`),
  );
  const typed = await untilAuthor(
    story,
    nobodys,
    (file) => void person.type(`echo 'a line that a person typed' > ${file}`),
    claudes,
  );
  await agent.leave(worker);
  const wanted = (file: string): Promise<void> => {
    writeFileSync(story.at(`../want-${file}`), "");
    return until("it is written", () => existsSync(story.at(file)) || undefined).then(
      () => undefined,
    );
  };
  const below = await untilAuthor(story, claudes, wanted);
  writeFileSync(story.at("../orphan"), "");
  await until("it has lost its parent", () => !existsSync(story.at("../parent")) || undefined);
  const left = await untilAuthor(story, claudes, wanted);
  const { stdout } = await story.unf("oops", "--session", "last", "-y");
  const there = [own, ran, typed, below, left].map((file) => existsSync(story.at(file)));
  writeFileSync(story.at("../done"), "");
  assert.deepEqual(there, [false, false, true, false, false], stdout);
  await agent.kill();
  await until("its session has ended", async () => {
    const { sessions } = JSON.parse((await story.unf("sessions", "--json")).stdout);
    return sessions[0].open === false || undefined;
  });
  await person.type("echo 'nobody else is about' > alone.txt");
  await story.flush();
  assert.notEqual(await authorOf(story, "alone.txt"), claudes);
});

test("two agents without hooks are told apart, from one whose hooks tell, and from who has only a name in its words", {
  skip: lacksPages() || (process.platform === "linux" ? false : "needs /proc"),
}, async () => {
  await using story = await tellStory();
  await using claude = await startBareAgent(story);
  await using gemini = await startBareAgent(story, { program: "gemini" });
  await using told = await startAgentProgram(story);
  await told.tell("SessionStart");
  await told.tell("UserPromptSubmit", { prompt: "go" });
  const edit = async (file: string): Promise<void> => {
    const call = {
      tool_name: "Write",
      tool_use_id: file,
      tool_input: { file_path: story.at(file) },
    };
    await told.tell("PreToolUse", call);
    writeFileSync(story.at(file), "as its hooks say\n");
    await told.tell("PostToolUse", call);
  };
  await untilAuthor(
    story,
    claudes,
    (file) => claude.write(file, "of the one\n"),
    "agent gemini process",
  );
  await untilAuthor(
    story,
    "agent gemini process",
    (file) => gemini.write(file, "of the other\n"),
    claudes,
  );
  await untilAuthor(story, "agent claude-code hook", edit, claudes);
  // The editor edits a file that is called like an agent.
  await using editor = await startBareAgent(story, { program: "vi", last: ["claude"] });
  await untilAuthor(story, nobodys, (file) => editor.write(file, "of a person\n"), claudes);
  const { sessions } = JSON.parse((await story.unf("sessions", "--json")).stdout);
  const agents = sessions.map(({ agent }: { agent: string }) => agent).sort();
  assert.deepEqual(agents, ["claude-code", "claude-code", "gemini"]);
});

/** Makes the files that are wanted of it until it is told to end. */
const maker = `
until [ -e ../done ]; do
  for want in ../of-exec-*; do
    [ -e "$want" ] && rm "$want" && echo "made as \${want}" > "\${want#../of-exec-}"
  done
  sleep 0.1
done`;

test("an agent without hooks, a command of unf exec and a person in one directory keep their files apart", {
  skip: lacksTerminals() || lacksPages(),
}, async () => {
  await using story = await tellStory();
  await using agent = await startBareAgent(story);
  await using person = new TerminalShell(story.home.project);
  const ended = story.tryUnf(["exec", "--agent", "x", "--", "sh", "-c", maker]);
  const wanted = async (file: string): Promise<void> => {
    writeFileSync(story.at(`../of-exec-${file}`), "");
    await until("it is written", () => existsSync(story.at(file)));
  };
  const commands = "agent x window";
  const [own, ran]: [string[], string[]] = [[], []];
  for (let n = 0; n < 2; n += 1) {
    await untilAuthor(story, commands, (file) => {
      ran.push(file);
      return wanted(file);
    });
    await untilAuthor(story, claudes, (file) => {
      own.push(file);
      return agent.write(file, "of its own tool\n");
    });
    await untilAuthor(
      story,
      nobodys,
      (file) => void person.type(`echo 'a line that a person typed' > ${file}`),
      claudes,
    );
  }
  // An answer from before anybody had looked may have been wrong.
  for (const file of ran) assert.notEqual(await authorOf(story, file), claudes, file);
  for (const file of own) assert.notEqual(await authorOf(story, file), commands, file);
  writeFileSync(story.at("../done"), "");
  assert.equal((await ended).code, 0);
});
