import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

/** Why there is no terminal to be had here; false where there is. */
export function lacksTerminals(): string | false {
  if (process.platform !== "linux") return "needs /proc";
  return spawnSync("script", ["--version"]).status === 0 ? false : "needs script of util-linux";
}

/** A shell with a terminal of its own, in which a person types. */
export class TerminalShell implements AsyncDisposable {
  readonly #script: ChildProcess;
  #said = "";
  #lines = 0;

  constructor(directory: string) {
    const env = { ...process.env, TERM: "dumb", PS1: "", ENV: "" };
    this.#script = spawn("script", ["-qfec", "sh", "/dev/null"], {
      ...{ cwd: directory, env },
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#script.stdout?.setEncoding("utf8").on("data", (said: string) => {
      this.#said += said;
    });
  }

  /** Types a line and waits until it was carried out; gives what `tell` says of the shell then. */
  async type(line: string, tell = ""): Promise<string> {
    this.#lines += 1;
    // Computed by the shell, so that the echo of what was typed does not look like it.
    const end = new RegExp(`<${this.#lines}:([^>]*)>`);
    this.#script.stdin?.write(`${line}\necho "<$((${this.#lines - 1}+1)):${tell}>"\n`);
    for (;;) {
      const found = end.exec(this.#said)?.[1];
      if (found !== undefined) return found;
      await once(this.#script.stdout as NonNullable<ChildProcess["stdout"]>, "data");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#script, "close");
    // Whom its terminal goes from ends, too.
    this.#script.kill("SIGKILL");
    await closed;
  }
}
