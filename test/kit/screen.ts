import process from "node:process";
import { type IPty, spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { launcher } from "./programs.ts";
import { testEnvironment } from "./run-unf.ts";
import type { TempHome } from "./temp-home.ts";
import { until } from "./until.ts";

/** Columns and rows of a terminal. */
export interface ScreenSize {
  readonly cols: number;
  readonly rows: number;
}

/** `unf` in a terminal of its own: what a person would see there. */
export class Screen implements AsyncDisposable {
  readonly #terminal: xterm.Terminal;
  readonly #pty: IPty;
  readonly #ended: Promise<number>;

  constructor(args: readonly string[], home: TempHome, { cols, rows }: ScreenSize) {
    this.#terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 5000 });
    this.#pty = spawn(process.execPath, [launcher(), ...args], {
      ...{ cols, rows, cwd: home.project, name: "xterm-256color" },
      env: testEnvironment(home, { TERM: "xterm-256color", LANG: "C.UTF-8", UNF_PAGER: "cat" }),
    });
    this.#pty.onData((data) => this.#terminal.write(data));
    this.#ended = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode }) => {
        // Behind all that was written before.
        this.#terminal.write("", () => resolve(exitCode));
      });
    });
  }

  /** The lines in view, without what is blank at their ends. */
  text(): string {
    const { active } = this.#terminal.buffer;
    const lines = Array.from(
      { length: this.#terminal.rows },
      (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? "",
    );
    return lines.join("\n").trimEnd();
  }

  /** Waits until the screen shows something. */
  async shows(text: string): Promise<void> {
    await until(`the screen shows ${text}`, () => this.text().includes(text));
  }

  type(keys: string): void {
    this.#pty.write(keys);
  }

  /** The exit code, once all that was printed is on the screen. */
  end(): Promise<number> {
    return this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#pty.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.#ended;
    this.#terminal.dispose();
  }
}
