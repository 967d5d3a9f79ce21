import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

/** A program with a terminal of its own, in which a person presses keys. */
export class TerminalProgram implements AsyncDisposable {
  readonly #script: ChildProcess;

  constructor(command: string, directory: string, home: string) {
    const env = { ...process.env, HOME: home, TERM: "vt100", PS1: "", ENV: "" };
    this.#script = spawn("script", ["-qfec", command, "/dev/null"], {
      ...{ cwd: directory, env },
      stdio: ["pipe", "pipe", "ignore"],
    });
    // Output that nobody reads would stop it.
    this.#script.stdout?.resume();
  }

  press(keys: string): void {
    this.#script.stdin?.write(keys);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#script, "close");
    this.#script.kill("SIGKILL");
    await closed;
  }
}
