import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { test } from "node:test";
import { testEnvironment, until } from "../kit/index.ts";
import { lacksPages } from "../kit/pages.ts";
import { lacksTerminals, TerminalShell } from "../kit/terminal.ts";
import { startBareAgent } from "./bare-agent.ts";
import { authorOf, claudes, doubtful, untilAuthor } from "./said-authors.ts";
import { type Story, tellStory } from "./story.ts";

const lacksAll = lacksTerminals() || lacksPages();
const lacksVi =
  lacksAll || (spawnSync("vi", ["--version"]).status === 0 ? false : "needs vi, and that Vim");

/** How a person saves, as the line of a shell. */
const manners: Readonly<Record<string, (file: string) => string>> = {
  "writes a file": (file) => `echo 'a line of a person' > ${file}`,
  "writes beside it and renames": (file) => `echo 'a line of a person' > .t && mv .t ${file}`,
  "leaves it to a process that nobody waits for": (file) =>
    `setsid -f sh -c "echo 'a line of a person' > ${file}"`,
};

for (const [manner, lineOf] of Object.entries(manners))
  test(`beside an agent without hooks that always writes, a person who ${manner} is not that agent`, {
    skip: lacksAll,
  }, async () => {
    await using story = await tellStory();
    await using agent = await startBareAgent(story, { isNoisy: true });
    await using person = new TerminalShell(story.home.project);
    await person.type("export CLAUDECODE=1");
    await untilAuthor(story, claudes, (file) => agent.write(file, "of its own tool\n"));
    const make = async (file: string): Promise<void> => {
      await person.type(lineOf(file));
      await until("it is there", () => existsSync(story.at(file)) || undefined);
    };
    for (let n = 0; n < 3; n += 1) await untilAuthor(story, doubtful, make, claudes);
  });

/** An editor with a terminal, whose keys the test types. */
class Editor implements AsyncDisposable {
  readonly #story: Story;
  readonly #pipe: string;
  readonly #keys: number;

  private constructor(story: Story, pipe: string) {
    this.#story = story;
    this.#pipe = pipe;
    this.#keys = openSync(pipe, constants.O_RDWR);
  }

  /** `leave`: has a shell run the command that opens it, and does not wait. */
  static async open(story: Story, leave: (command: string) => Promise<void>): Promise<Editor> {
    opened += 1;
    const [pipe, up] = [story.at(`../keys-${opened}`), `../up-${opened}`];
    spawnSync("mkfifo", [pipe]);
    const editor = new Editor(story, pipe);
    await leave(`script -qfec 'vi -u NONE' /dev/null < ${pipe}; rm ${pipe}`);
    editor.type(`:call writefile(["up"], "${up}")\r`);
    await until("it is up", () => existsSync(story.at(up)) || undefined);
    return editor;
  }

  type(keys: string): void {
    writeSync(this.#keys, keys);
  }

  /** Types a line and saves it as that file. */
  async saveAs(file: string, end = ""): Promise<void> {
    this.type(`:%d\roa line of a person\x1b:w! ${file}\r${end}`);
    await until("it is saved", () => existsSync(this.#story.at(file)) || undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.type("\x1b:qa!\r");
    await until("it has ended", () => !existsSync(this.#pipe));
    closeSync(this.#keys);
  }
}

let opened = 0;

test("what a person adds to a file of an agent without hooks, by a shell or an editor, is not the agent's", {
  skip: lacksVi,
}, async () => {
  await using story = await tellStory();
  await using agent = await startBareAgent(story, { isNoisy: true });
  await using person = new TerminalShell(story.home.project);
  await using editor = await Editor.open(story, (command) => leave(story, command));
  const edits: ((file: string) => Promise<unknown>)[] = [
    (file) => person.type(`echo 'a line of a person' >> ${file}`),
    (file) => {
      editor.type(`:e! ${file}\roa line of a person\x1b:w\r`);
      return until("it is saved", () => /person/.test(readFileSync(story.at(file), "utf8")));
    },
  ];
  for (const edit of edits) {
    const make = async (file: string): Promise<void> => {
      await agent.write(file, "of its own tool\n");
      await story.flush();
      await edit(file);
    };
    for (let n = 0; n < 2; n += 1) await untilAuthor(story, doubtful, make, claudes);
  }
});

async function leave({ home }: Story, command: string): Promise<void> {
  const options = { cwd: home.project, env: testEnvironment(home), stdio: "ignore" } as const;
  await once(spawn("sh", ["-c", command], options), "spawn");
}

test("what a person types in an editor that an agent without hooks has opened is not the agent's, also when it ends", {
  skip: lacksVi,
}, async () => {
  await using story = await tellStory();
  await using agent = await startBareAgent(story, { isNoisy: true });
  const ofAgent = () => untilAuthor(story, claudes, (file) => agent.write(file, "its own\n"));
  const open = () => Editor.open(story, agent.leave);
  await ofAgent();
  {
    await using editor = await open();
    for (let n = 0; n < 3; n += 1)
      await untilAuthor(story, doubtful, (file) => editor.saveAs(file), claudes);
  }
  const saveAndEnd = async (file: string): Promise<void> => {
    await using editor = await open();
    // By then it was seen below the agent.
    await ofAgent();
    await editor.saveAs(file, ":q!\r");
  };
  await untilAuthor(story, doubtful, saveAndEnd, claudes);
});

test("an agent without hooks that runs in an editor's terminal is told from what else the editor starts", {
  skip: lacksAll,
}, async () => {
  await using story = await tellStory();
  await using agent = await startBareAgent(story, { below: "code", isNoisy: true });
  await using other = await startBareAgent(story, { program: "node", below: "code" });
  await untilAuthor(story, claudes, (file) => agent.write(file, "of its own tool\n"));
  await untilAuthor(story, doubtful, (file) => other.write(file, "of an extension\n"), claudes);
  await agent.kill();
  await other.write("after.txt", "of an extension\n");
  await story.flush();
  assert.notEqual(await authorOf(story, "after.txt"), claudes);
});
