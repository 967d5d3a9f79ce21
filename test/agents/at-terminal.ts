import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { until } from "../kit/index.ts";
import { endChild } from "./network.ts";
import type { Installed, Stage } from "./stage.ts";

/** Questions of a program to its terminal, and the answers: where the cursor is, what it is, its colours. */
const queries: readonly (readonly [asked: RegExp, answer: string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals are asked
  [/\x1b\[6n/g, "\x1b[1;1R"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals are asked
  [/\x1b\[0?c/g, "\x1b[?62;22c"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals are asked
  [/\x1b\[\?u/g, "\x1b[?0u"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals are asked
  [/\x1b\]1([01]);\?(\x07|\x1b\\)/g, "\x1b]1$1;rgb:0000/0000/0000$2"],
];

/** A program that has read an answer shows something within that. */
const lostMs = 5000;

/** OpenCode first waits for a network that there is not. */
const startMs = 240_000;

/** An agent at a terminal of its own, and the person who types there. */
export class AgentAtTerminal implements AsyncDisposable {
  readonly #script: ChildProcess;
  readonly #one: Installed;
  /** Everything that was shown, without what moves and colours it. */
  #shown = "";

  constructor(stage: Stage, one: Installed) {
    this.#one = one;
    const { words, env } = stage.start(one, one.agent.terminal?.words(stage.place) ?? []);
    const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    const line = `stty rows 50 cols 140 && exec ${quoted}`;
    this.#script = spawn("script", ["-qefc", line, "/dev/null"], {
      cwd: stage.place.project,
      env: { ...env, SHELL: "/bin/sh" },
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#script.stdin?.on("error", () => undefined);
    this.#script.stdout?.on("data", (bytes: Buffer) => this.#show(bytes.toString("utf8")));
  }

  /** The agent's own process. */
  get pid(): number {
    const { pid } = this.#script;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());
  }

  /** Waits until a prompt can be typed, and answers what is asked before. */
  async ready(): Promise<void> {
    const { ready, answers = [] } = this.#terminal;
    const left = new Set(answers);
    let last = { keys: "", at: Number.POSITIVE_INFINITY };
    const answer = (keys: string): void => {
      last = { keys, at: performance.now() };
      this.#shown = "";
      this.press(keys);
    };
    const canType = () => {
      for (const one of left) {
        if (!one[0].test(this.#shown)) continue;
        left.delete(one);
        answer(one[1]);
      }
      // Keys that are pressed before it reads them may be lost.
      const isLost = this.#shown === "" && performance.now() - last.at > lostMs;
      if (isLost) answer(last.keys);
      return left.size === 0 && ready.test(this.#shown);
    };
    await this.until("it can be typed at", canType, startMs);
  }

  /** Types a prompt and ends it once it is seen: what comes at once is taken for pasted text. */
  async prompt(text: string): Promise<void> {
    this.#shown = "";
    this.press(text);
    const squeezed = text.replaceAll(" ", "");
    await this.until(`${text} is shown`, () =>
      this.#shown.replaceAll(/\s/g, "").includes(squeezed),
    );
    this.press(this.#terminal.enter);
  }

  /** Waits for what the agent does; where that never comes, its screen tells why. */
  until(claim: string, isSo: () => boolean, limitMs = 90_000): Promise<boolean> {
    return until(claim, isSo, { limitMs }).catch((thrown: unknown) => {
      const shown = this.#shown.replaceAll(/\s+/g, " ").slice(-1500);
      throw new Error(`${this.#one.agent.name}: not so: ${claim}; it shows ${shown}`, {
        cause: thrown,
      });
    });
  }

  /** Since the last prompt. */
  hasShown(words: RegExp): boolean {
    return words.test(this.#shown);
  }

  async interrupt(): Promise<void> {
    const { interrupt, asksAgain } = this.#terminal;
    this.press(interrupt);
    if (asksAgain === undefined) return;
    await this.until("it asks for a second key", () => this.hasShown(asksAgain));
    this.press(interrupt);
  }

  press(keys: string): void {
    this.#script.stdin?.write(keys);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await endChild(this.#script);
  }

  get #terminal() {
    const { terminal } = this.#one.agent;
    if (terminal === undefined) throw new Error(`${this.#one.agent.name} has no terminal`);
    return terminal;
  }

  #show(text: string): void {
    for (const [asked, answer] of queries)
      for (const [, what = "", end = ""] of text.matchAll(asked))
        this.press(answer.replace("$1", what).replace("$2", () => end));
    this.#shown += stripVTControlCharacters(text);
  }
}
