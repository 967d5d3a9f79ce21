import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import { lacksTerminals, TerminalShell } from "../kit/terminal.ts";
import { heard } from "./hook-run.ts";
import { type Story, tellStory } from "./story.ts";

const onLinux = { skip: process.platform === "linux" ? false : "needs /proc" };

/** Writes twice into a file that it keeps open: at its start, and once there is a file `go`. */
function slowWriter(file: string): readonly string[] {
  const wait = (name: string) => `until [ -e ${name} ]; do sleep 0.02; done`;
  const script = `exec 3> ${file}; echo early >&3; ${wait("go")}; echo late >&3; ${wait("done")}`;
  return ["sh", "-c", script];
}

interface Authored {
  readonly author: { readonly confidence: string; readonly name: string | null };
}

/** Waits until the version with both lines is said to be of that `confidence agent`. */
async function named(story: Story, file: string, expected: string): Promise<void> {
  await until(`${file}: ${expected}`, async () => {
    const { stdout } = await story.tryUnf(["cat", file]);
    const [entry] = (await story.log(file)) as readonly unknown[] as readonly Authored[];
    const said = `${entry?.author.confidence} ${entry?.author.name}`;
    assert.deepEqual([stdout, said], ["early\nlate\n", expected]);
    return true;
  });
}

test(
  "commands that write at the same time are told apart, and from a person",
  onLinux,
  async () => {
    await using story = await tellStory(undefined, { settings: { "log.level": "debug" } });
    const run = (agent: string) =>
      story.tryUnf(["exec", "--agent", agent, "--", ...slowWriter(`of-${agent}`)]);
    const runs = [run("one"), run("two")];
    const begun = () => heard(story.home).filter(({ kind }) => kind === "tool_start").length === 2;
    await until("both commands are open", begun);
    // Below this process, which is older than the agents.
    const [shell = "", ...args] = slowWriter("of-a-person");
    const person = spawn(shell, args, { cwd: story.home.project, stdio: "ignore" });
    const left = once(person, "close");
    writeFileSync(story.at("go"), "");
    try {
      // Everything else would leave each of them to both commands.
      await named(story, "of-one", "process one");
      await named(story, "of-two", "process two");
      await named(story, "of-a-person", "unknown null");
    } finally {
      writeFileSync(story.at("done"), "");
    }
    await left;
    const ended = await Promise.all(runs);
    assert.deepEqual(
      ended.map(({ code }) => code),
      [0, 0],
    );
  },
);

/** Has files written until the writer of one is found out; it is not on every look at a busy machine. */
async function untilFound(
  story: Story,
  expected: string,
  begin: (nth: number) => Promise<string> | string,
): Promise<void> {
  let nth = 0;
  await until(`the writer of a file is found out to be ${expected}`, async () => {
    const file = await begin(nth);
    nth += 1;
    const author = async (): Promise<string | undefined> => {
      const { stdout } = await story.tryUnf(["cat", file]);
      const [entry] = (await story.log(file)) as readonly unknown[] as readonly Authored[];
      if (stdout !== "early\nlate\n") return undefined;
      return `${entry?.author.confidence} ${entry?.author.name}`;
    };
    await until(`${file} is recorded`, author);
    // It is said anew when the writer is found.
    for (let asked = 0; asked < 10; asked += 1) if ((await author()) === expected) return true;
    return undefined;
  });
}

test("an orphan is told by its environment, and a program in a terminal that has the same may be anybody's", {
  skip: lacksTerminals(),
}, async () => {
  await using story = await tellStory(undefined, { settings: { "log.level": "debug" } });
  await using person = new TerminalShell(story.home.project);
  writeFileSync(story.at("../writer.sh"), slowWriter('"$1"').at(-1) ?? "");
  const orphans = `n=0; until [ -e done ]; do
    if [ -e ../orphan-$n ]; then (setsid sh ../writer.sh of-orphan-$n &); n=$((n+1)); fi
    sleep 0.02; done`;
  const command = `echo "$UNF_SESSION" > ../session; ${orphans}`;
  const run = story.tryUnf(["exec", "--agent", "one", "--", "sh", "-c", command]);
  await until("the command tells its session", () => {
    const file = story.at("../session");
    return existsSync(file) && readFileSync(file, "utf8") !== "" ? true : undefined;
  });
  const begun = () => heard(story.home).filter(({ kind }) => kind === "tool_start").length === 1;
  await until("the command is open", begun);
  writeFileSync(story.at("go"), "");
  try {
    await untilFound(story, "process one", (nth) => {
      writeFileSync(story.at(`../orphan-${nth}`), "");
      return `of-orphan-${nth}`;
    });
    await untilFound(story, "ambiguous null", async (nth) => {
      await person.type(`UNF_SESSION=$(cat ../session) sh ../writer.sh of-a-person-${nth} &`);
      return `of-a-person-${nth}`;
    });
  } finally {
    writeFileSync(story.at("done"), "");
  }
  assert.equal((await run).code, 0);
});

test(
  "what a command of unf exec leaves behind is its own, also without its environment",
  onLinux,
  async () => {
    await using story = await tellStory(undefined, { settings: { "log.level": "debug" } });
    writeFileSync(story.at("../writer.sh"), slowWriter('"$1"').at(-1) ?? "");
    // Its shell has ended before it writes: nothing but unf is above it then.
    const leaves = `n=0; until [ -e done ]; do
    if [ -e ../orphan-$n ]; then (env -i PATH="$PATH" setsid sh ../writer.sh of-orphan-$n &); n=$((n+1)); fi
    sleep 0.02; done`;
    const run = story.tryUnf(["exec", "--agent", "one", "--", "sh", "-c", leaves]);
    const beside = story.tryUnf([
      "exec",
      "--agent",
      "two",
      "--",
      "sh",
      "-c",
      "until [ -e done ]; do sleep 0.1; done",
    ]);
    const begun = () => heard(story.home).filter(({ kind }) => kind === "tool_start").length === 2;
    await until("both commands are open", begun);
    writeFileSync(story.at("go"), "");
    try {
      await untilFound(story, "process one", (nth) => {
        writeFileSync(story.at(`../orphan-${nth}`), "");
        return `of-orphan-${nth}`;
      });
    } finally {
      writeFileSync(story.at("done"), "");
    }
    assert.deepEqual(
      (await Promise.all([run, beside])).map(({ code }) => code),
      [0, 0],
    );
  },
);
