import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type IPty, spawn } from "@lydell/node-pty";
import { launcher, type TempHome, testEnvironment, until } from "../kit/index.ts";

/** Shells that take a person's keys, and how each is started without anybody's settings. */
const starts = {
  bash: {
    file: "bashrc",
    settings: `PS1='ready> '; bind 'set bell-style none'; bind 'set enable-bracketed-paste off'
eval "$(unf completion bash)"\n`,
    words: (at: string) => ["--noprofile", "--rcfile", join(at, "bashrc"), "-i"],
  },
  zsh: {
    file: ".zshrc",
    settings: `PS1='ready> '; unsetopt BEEP ZLE_BRACKETED_PASTE 2>/dev/null; unset zle_bracketed_paste
autoload -Uz compinit && compinit -u -D\nsource <(unf completion zsh)\n`,
    words: () => ["-d", "-i"],
  },
  fish: {
    file: "init.fish",
    settings: `function fish_prompt; echo -n 'ready> '; end\nset -g fish_greeting\nunf completion fish | source\n`,
    words: (at: string) => ["--no-config", "-i", "--init-command", `source '${at}/init.fish'`],
  },
} as const;

export type TypingShellName = keyof typeof starts;

/** Why this shell cannot be had here; false where it can. */
export function lacksShell(name: TypingShellName): string | false {
  if (process.platform !== "linux") return "needs a terminal of Linux";
  return spawnSync(name, ["--version"]).status === 0 ? false : `there is no ${name} here`;
}

/**
 * A shell at a terminal, in which keys are pressed, with unf's completion. Its `unf` completes as ours does, and
 * does nothing else than to say which words the shell gave it.
 */
export class TypingShell implements AsyncDisposable {
  readonly #pty: IPty;
  readonly #told: string;
  readonly #ended: Promise<void>;
  #shown = "";

  constructor(name: TypingShellName, home: TempHome) {
    const { file, settings, words } = starts[name];
    const at = join(home.root, `typing-${name}`);
    // A shell that is ended by force leaves what it was just writing.
    const temporary = join(at, "tmp");
    for (const made of ["bin", "tmp"]) mkdirSync(join(at, made), { recursive: true });
    this.#told = join(at, "told");
    const unf = join(at, "bin/unf");
    writeFileSync(
      unf,
      `#!/bin/sh
case "$1" in complete|completion) exec "${process.execPath}" "${launcher()}" "$@" ;; esac
printf '%s\\0' "$@" > "${this.#told}.new" && mv "${this.#told}.new" "${this.#told}"\n`,
    );
    chmodSync(unf, 0o755);
    writeFileSync(join(at, file), settings);
    this.#pty = spawn(name, words(at), {
      ...{ cols: 200, rows: 50, cwd: home.project, name: "xterm" },
      env: testEnvironment(home, {
        PATH: `${join(at, "bin")}:${process.env.PATH}`,
        ...{ TERM: "xterm", LANG: "C.UTF-8" },
        ...{ ZDOTDIR: at, XDG_CONFIG_HOME: at },
        ...{ TMPDIR: temporary, TMPPREFIX: join(temporary, "zsh") },
      }),
    });
    this.#pty.onData((data) => {
      this.#shown += data;
    });
    this.#ended = new Promise((resolve) => {
      this.#pty.onExit(() => resolve());
    });
  }

  /** Types the keys, the one that completes, and Enter; gives the words that `unf` was then started with. */
  async complete(keys: string): Promise<string[]> {
    await until(`the shell takes keys: ${this.#shown}`, () => this.#shown.includes("ready> "));
    rmSync(this.#told, { force: true });
    this.#shown = "";
    this.#pty.write(`${keys}\t\r`);
    await until(`unf is started: ${keys}`, () => existsSync(this.#told)).catch((thrown) => {
      throw new Error(`${keys}: the terminal shows ${this.#shown}`, { cause: thrown });
    });
    return readFileSync(this.#told, "utf8").split("\0").slice(0, -1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pty.kill("SIGKILL");
    await this.#ended;
  }
}
