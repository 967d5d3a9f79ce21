import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { assertNothingLeft, runUnf, type TempHome, tempHome, until } from "@unf/test";
import { launcher } from "../kit/programs.ts";
import { Screen } from "../kit/screen.ts";

// The terminal after the screen, and while it is stopped: real shells with job control.

const size = { cols: 80, rows: 24 };
const crashing = join(import.meta.dirname, "program/crashing-screen.ts");

/** A home with one recorded version, and a directory of programs that start the screen. */
async function recordedHome(): Promise<TempHome> {
  const home = tempHome();
  const write = (name: string, line: string) => {
    const path = join(home.root, name);
    writeFileSync(path, `#!/bin/sh\necho $$ > ${home.root}/pid\n${line}\n`);
    chmodSync(path, 0o755);
  };
  const node = `"${process.execPath}"`;
  write("screen", `exec ${node} "${launcher()}" tui`);
  write("wrapped", `${node} "${launcher()}" tui; exit $?`);
  write("crash", `exec ${node} "${crashing}"`);
  writeFileSync(join(home.project, "a.ts"), "one\n");
  await runUnf(["watch", "--yes"], { home });
  return home;
}

/** A shell in which a person types. */
class Shell {
  readonly screen: Screen;
  readonly #home: TempHome;
  #asked = 0;

  constructor(home: TempHome) {
    this.#home = home;
    const variables = { PS1: "ready> ", PATH: `${home.root}:${process.env.PATH}` };
    const bash = ["bash", "--norc", "--noprofile", "-i"] as const;
    this.screen = new Screen([], home, size, variables, [...bash]);
  }

  /** Carries a line out in the shell, and gives what it wrote to its third stream. */
  async ask(line: string): Promise<string> {
    this.#asked += 1;
    const file = join(this.#home.root, `asked-${this.#asked}`);
    this.screen.type(`{ ${line}; } 3>${file}.part; mv ${file}.part ${file}\r`);
    await until(`${line} was carried out`, () => existsSync(file));
    return readFileSync(file, "utf8");
  }

  /** Begins a line whose end comes later. */
  begin(line: string): () => Promise<string> {
    this.#asked += 1;
    const file = join(this.#home.root, `asked-${this.#asked}`);
    this.screen.type(`( ${line} ) 3>${file}.part; mv ${file}.part ${file}\r`);
    return async () => {
      await until(`${line} has ended`, () => existsSync(file));
      return readFileSync(file, "utf8");
    };
  }

  /** Settings of the terminal for a program that the shell starts, and its modes at the prompt. */
  async state(): Promise<object> {
    // The first line has the size of the window.
    const settings = await this.ask("stty -a | sed 1d >&3");
    await this.atPrompt();
    return { settings, ...this.screen.modes };
  }

  async atPrompt(): Promise<void> {
    await until("the shell is ready", () => /ready>\s*$/.test(this.screen.text()));
  }

  async atScreen(): Promise<void> {
    const { screen } = this;
    await until("the screen is there", () => {
      return screen.isAlternate && screen.text().includes("recording began");
    });
    assert.equal(screen.modes.bracketedPasteMode, true);
    assert.equal(screen.modes.isCursorShown, false);
  }

  get pid(): number {
    return Number(readFileSync(join(this.#home.root, "pid"), "utf8"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.screen[Symbol.asyncDispose]();
  }
}

const ways: readonly (readonly [name: string, code: number, leave: (shell: Shell) => void])[] = [
  ["q", 0, ({ screen }) => screen.type("q")],
  ["Ctrl-C", 0, ({ screen }) => screen.type("\u0003")],
  ["Ctrl-C in a dialog of which it is the end", 0, ({ screen }) => screen.type("/x\u0003\u0003")],
  ["SIGTERM", 143, ({ pid }) => process.kill(pid, "SIGTERM")],
  ["SIGHUP", 129, ({ pid }) => process.kill(pid, "SIGHUP")],
  ["SIGINT", 130, ({ pid }) => process.kill(pid, "SIGINT")],
];

test("after every end the terminal is as it was", async () => {
  await using home = await recordedHome();
  await using shell = new Shell(home);
  await shell.atPrompt();
  const before = await shell.state();
  const settings = await shell.ask("( stty -g >&3 )");
  for (const [name, code, leave] of ways) {
    // In a subshell, which puts nothing back by itself.
    const end = shell.begin("screen; echo $? >&3; stty -g >&3");
    await shell.atScreen();
    leave(shell);
    assert.equal(await end(), `${code}\n${settings}`, name);
    await shell.atPrompt();
    assert.deepEqual(await shell.state(), before, name);
  }
  shell.screen.type("exit\r");
  await shell.screen.end();
  await runUnf(["stop"], { home });
  await assertNothingLeft(home.root);
});

test("a mistake of the program is told on the terminal, which is as it was", async () => {
  await using home = await recordedHome();
  await using shell = new Shell(home);
  await shell.atPrompt();
  const before = await shell.state();
  const settings = await shell.ask("( stty -g >&3 )");
  for (const key of ["x", "w", "d"]) {
    const end = shell.begin("crash; echo $? >&3; stty -g >&3");
    await until("it is there", () => shell.screen.text().includes("q quit"));
    shell.screen.type(key);
    assert.equal(await end(), `1\n${settings}`, key);
    await shell.atPrompt();
    assert.match(shell.screen.text(), /a mistake of the program/);
    shell.screen.type("clear\r");
    await until("it is clear", () => !shell.screen.text().includes("a mistake"));
    assert.deepEqual(await shell.state(), before, key);
  }
  shell.screen.type("exit\r");
  await shell.screen.end();
  await runUnf(["stop"], { home });
});

test("Ctrl-Z gives the shell back, and fg the screen, in the size that the window has by then", async () => {
  await using home = await recordedHome();
  await using shell = new Shell(home);
  const { screen } = shell;
  await shell.atPrompt();
  const before = await shell.state();
  const stops: readonly (readonly [program: string, stop: () => void])[] = [
    ["screen", () => screen.type("\u001a")],
    // A script stands between the shell and it.
    ["wrapped", () => screen.type("\u001a")],
    ["screen", () => process.kill(shell.pid, "SIGTSTP")],
  ];
  for (const [index, [program, stop]] of stops.entries()) {
    screen.type(`${program}\r`);
    await shell.atScreen();
    stop();
    await until("it is stopped", () => !screen.isAlternate && /Stopped/.test(screen.text()));
    assert.deepEqual(await shell.state(), before, program);
    const rows = 30 + index;
    screen.resize({ cols: 100, rows });
    screen.type("fg\r");
    await shell.atScreen();
    await until("it has the new size", () => screen.text().split("\n").length === rows);
    screen.type("?");
    await screen.shows("these keys");
    screen.type("xq");
    await shell.atPrompt();
    screen.type("clear\r");
    await until("it is clear", () => !/Stopped/.test(screen.text()));
    assert.deepEqual(await shell.state(), before, program);
  }

  // Stopped without being asked, it can put nothing back; the shell does what it can.
  screen.type("screen\r");
  await shell.atScreen();
  process.kill(shell.pid, "SIGSTOP");
  await screen.shows("Stopped");
  screen.type("fg\r");
  await until("it is drawn again", () => !/Stopped/.test(screen.text()));
  await shell.atScreen();
  screen.type("q");
  await until("the shell is there", () => !screen.isAlternate);
  assert.deepEqual(await shell.state(), before);
  screen.type("exit\r");
  await screen.end();
  await runUnf(["stop"], { home });
});

test("where no shell could continue it, Ctrl-Z stops nothing, and it ends with its window", async () => {
  await using home = await recordedHome();
  await using screen = new Screen(["tui"], home, size);
  await screen.shows("recording began");
  screen.type("\u001a?");
  await screen.shows("these keys");
  screen.type("x");
  await screen.shows("recording began");
  screen.close();
  await screen.end();
  await runUnf(["stop"], { home });
  await assertNothingLeft(home.root);
});

test("a pasted text is no keys, and is one line where a text is asked for", async () => {
  await using home = await recordedHome();
  await using screen = new Screen(["tui"], home, size);
  await screen.shows("recording began");
  const paste = (text: string) => screen.type(`\u001b[200~${text}\u001b[201~`);
  paste("uyq\rcname\r");
  await screen.shows("pasted text does nothing here");
  screen.type("s");
  await screen.shows("search:");
  paste(`one\ntwo\u001b[31m ${"x".repeat(100_000)}`);
  await screen.shows("search: one two");
  screen.type("\u0003q");
  assert.equal(await screen.end(), 0);
  assert.doesNotMatch((await runUnf(["ops"], { home })).stdout, /op-1/);
  await runUnf(["stop"], { home });
});
