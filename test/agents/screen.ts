import { type IPty, spawn } from "@lydell/node-pty";
import headless from "@xterm/headless";
import { until } from "../kit/index.ts";
import type { Installed, Stage } from "./stage.ts";

const size = { cols: 140, rows: 50 };

/** An agent in a pseudo-terminal, and the person who looks at its screen. */
export class AgentScreen implements AsyncDisposable {
  readonly #name: string;
  readonly #pty: IPty;
  readonly #terminal = new headless.Terminal({ ...size, allowProposedApi: true });
  readonly #ended: Promise<unknown>;

  constructor(stage: Stage, one: Installed, more: readonly string[] = []) {
    this.#name = one.agent.name;
    const { words, env } = stage.start(one, more);
    const [file = "", ...args] = words;
    const { project: cwd } = stage.place;
    this.#pty = spawn(file, args, { ...size, name: "xterm-256color", cwd, env: { ...env } });
    // A program that asks its terminal something waits for the answer.
    this.#terminal.onData((answer) => this.#pty.write(answer));
    this.#pty.onData((text) => this.#terminal.write(text));
    this.#ended = new Promise((done) => this.#pty.onExit(done));
  }

  /** The lines that are seen now, without blanks at their ends. */
  lines(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: size.rows }, (_, row) =>
      (active.getLine(active.viewportY + row)?.translateToString(true) ?? "").trimEnd(),
    );
  }

  /** Waits until something is seen; where that never comes, tells what is. */
  async until(claim: string, isSo: (lines: readonly string[]) => boolean): Promise<void> {
    await until(claim, () => isSo(this.lines()), { limitMs: 60_000 }).catch((thrown: unknown) => {
      const shown = this.lines().filter(Boolean).join("\n");
      throw new Error(`${this.#name}: not so: ${claim}; it shows\n${shown}`, { cause: thrown });
    });
  }

  shows(words: RegExp): Promise<void> {
    return this.until(`${words} is shown`, (lines) => lines.some((line) => words.test(line)));
  }

  press(keys: string): void {
    this.#pty.write(keys);
  }

  /** Types a line, and ends it once it is seen: what comes at once is taken for pasted text. */
  async enter(text: string): Promise<void> {
    this.press(text);
    await this.until(`${text} is typed`, (lines) => lines.some((line) => line.includes(text)));
    this.press("\r");
  }

  /** Goes up or down in a list until the mark stands before the words, and takes them. */
  async choose(words: RegExp, way: "up" | "down" = "down"): Promise<void> {
    const mark = /^\s*[→›❯>]\s/;
    await this.shows(words);
    for (let moves = 0; ; moves += 1) {
      const marked = (): string => this.lines().find((line) => mark.test(line)) ?? "";
      if (words.test(marked())) break;
      if (moves > 60) throw new Error(`${words} is never marked:\n${this.lines().join("\n")}`);
      const before = marked();
      this.press(way === "down" ? "\x1b[B" : "\x1b[A");
      await this.until("the mark moves", () => marked() !== before);
    }
    this.press("\r");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pty.kill("SIGKILL");
    await this.#ended;
    this.#terminal.dispose();
  }
}
