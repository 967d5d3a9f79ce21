import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../kit/index.ts";
import { TerminalShell } from "../../kit/terminal.ts";
import { TerminalProgram } from "./terminal-program.ts";
import { WindowedEditor, type WindowedOptions } from "./windowed-editor.ts";

/** Where an editor is opened. */
export interface Desk {
  /** The project. */
  readonly project: string;
  /** A directory in it that is this editor's alone: whatever is recorded there a person did. */
  readonly directory: string;
  readonly home: string;
}

/** An editor that is open. */
export interface Open extends AsyncDisposable {
  /** Saves once more and waits until that is on the disk. */
  save(nth: number): Promise<void>;
}

export interface Editor {
  readonly name: string;
  /** The program that must be installed. */
  readonly program?: string;
  /** Its saves cost no bytes, so that nothing but who ran tells of them. */
  readonly isFree?: boolean;
  open(desk: Desk): Promise<Open>;
}

const lines = Array.from({ length: 60 }, (_, n) => `const line${n} = read(source, ${n});\n`).join(
  "",
);

/** A file of some length, or of one line. */
function fileOf({ directory }: Desk, text = lines): string {
  const path = join(directory, "file.txt");
  writeFileSync(path, text);
  return path;
}

const wordsOf = (nth: number): string => `words-of-a-person-${nth}`;

function isSaved(path: string, nth: number): () => boolean {
  return () => readFileSync(path, "utf8").includes(`${wordsOf(nth)}\n`);
}

/** `keys`: what types a line and saves. */
function inTerminal(
  name: string,
  keys: (words: string) => string,
  text = lines,
  command = name,
): Editor {
  return {
    name: text === lines ? name : `${name}, a file of one line`,
    program: name,
    open: async (desk) => {
      const path = fileOf(desk, text);
      const program = new TerminalProgram(`${command} ${path}`, desk.project, desk.home);
      return {
        save: async (nth) => {
          program.press(keys(wordsOf(nth)));
          await until(`${name} has saved`, isSaved(path, nth));
        },
        [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
      };
    },
  };
}

function windowed(name: string, options: (desk: Desk) => WindowedOptions): Editor {
  return {
    name,
    open: async (desk) => {
      const path = fileOf(desk);
      const editor = new WindowedEditor(desk.home, options(desk));
      return {
        save: (nth) => editor.save(path, `${lines}${wordsOf(nth)}\n`),
        [Symbol.asyncDispose]: () => editor[Symbol.asyncDispose](),
      };
    },
  };
}

/** The command that a person types in their shell. `from`: where that stands. */
function inShell(
  name: string,
  line: (directory: string, nth: number) => string,
  { prepare = "", from, ...more }: { prepare?: string; from?: string; isFree?: boolean } = {},
): Editor {
  return {
    name,
    ...more,
    open: async (desk) => {
      fileOf(desk);
      const shell = new TerminalShell(from ?? desk.project);
      await shell.type(`d=${desk.directory}; ${prepare || ":"}`);
      return {
        save: async (nth) => {
          await shell.type(line(desk.directory, nth));
        },
        [Symbol.asyncDispose]: () => shell[Symbol.asyncDispose](),
      };
    },
  };
}

const gitRepository = [
  "cd $d && git init -q -b one . && git add . && git -c user.name=a -c user.email=a@b commit -qm one",
  "git checkout -qb two && echo 'of the other branch' >> file.txt",
  "git -c user.name=a -c user.email=a@b commit -qam two",
].join(" && ");

const vimKeys = (words: string): string => `Go${words}\x1b:w\r`;

export const editors: readonly Editor[] = [
  inTerminal("vim", vimKeys),
  inTerminal("vim", vimKeys, "one line\n"),
  inTerminal("nano", (words) => `${words}\r\x0f\r`),
  inTerminal("emacs", (words) => `${words}\r\x18\x13`, lines, "emacs -nw"),
  inTerminal("ed", (words) => `$a\n${words}\n.\nw\n`),
  windowed("in place, no terminal, watches the project (VS Code's way)", ({ project }) => ({
    ...{ way: "in-place", watched: project, isBusy: true },
  })),
  windowed("in place, no terminal, watches nothing", () => ({
    ...{ way: "in-place", watched: null, isBusy: false },
  })),
  windowed("temporary file and rename, no terminal", ({ project }) => ({
    ...{ way: "rename", watched: project, isBusy: false },
  })),
  inShell("echo > in a shell", (at, nth) => `echo ${wordsOf(nth)} > ${at}/file.txt`),
  inShell("echo >> in a shell", (at, nth) => `echo ${wordsOf(nth)} >> ${at}/file.txt`),
  inShell(
    "sed -i in a shell",
    (at, nth) =>
      `sed -i 's/^const line0.*/${wordsOf(nth)}/;1s/^words.*/${wordsOf(nth)}/' ${at}/file.txt`,
  ),
  inShell(
    "git checkout in a shell",
    (_, nth) => `git checkout -q ${nth % 2 === 0 ? "one" : "two"}`,
    {
      prepare: gitRepository,
    },
  ),
  inShell(
    "echo > in a shell that stands elsewhere",
    (at, nth) => `echo ${wordsOf(nth)} > ${at}/file.txt`,
    {
      from: "/usr",
    },
  ),
  inShell("deletion in a shell", (at, nth) => `rm ${at}/gone-${nth}`, {
    prepare: "for n in $(seq 0 99); do echo $n > $d/gone-$n; done",
    isFree: true,
  }),
  inShell(
    "rename in a shell",
    (at, nth) => `mv ${at}/${nth === 0 ? "file.txt" : `to-${nth - 1}`} ${at}/to-${nth}`,
    {
      isFree: true,
    },
  ),
];

/** Why an editor cannot be tried; false where it can. */
export function lacks({ program }: Editor): string | false {
  if (program === undefined) return false;
  return spawnSync("which", [program]).status === 0 ? false : `${program} is not installed`;
}

export function makeDesk(project: string, home: string, path: string): Desk {
  const directory = join(project, path);
  mkdirSync(directory, { recursive: true });
  return { project, directory, home };
}
