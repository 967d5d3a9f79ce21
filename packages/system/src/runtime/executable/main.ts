import { readFileSync } from "node:fs";
import process from "node:process";
import { ownExecutable } from "../one-file.ts";
import { planBackground } from "./background.ts";
import type { CarriedFile } from "./kept-files.ts";
import { loadPart, type NativeFiles } from "./native-parts.ts";
import { replaceProcess } from "./replace-process.ts";

// The start of the executable that Bun makes of all programs (.config/package). Nothing here runs on Node.

/** Everything that the executable carries. */
export interface Cargo {
  /** Evaluates each program: `unf`, `hook`, `daemon`, `sentinel`. */
  readonly programs: Readonly<Record<string, () => unknown>>;
  /** The same for a command that stands in a file of its own, by its name. */
  readonly commands: Readonly<Record<string, () => unknown>>;
  /** Packages whose name a program may ask for at run time. */
  readonly modules: Readonly<Record<string, () => unknown>>;
  /** Native libraries, by the name under which they are asked for. */
  readonly natives: Readonly<Record<string, Carried>>;
  /** The files of the page of `unf ui`, by the address of each. */
  readonly page: () => Readonly<Record<string, string>>;
  /** Programs that Node runs where it lies beside the executable. */
  readonly background: {
    readonly nodeBytes: number;
    readonly digest: string;
    readonly files: Readonly<Record<string, Carried>>;
  };
}

/** A file, and the SHA-256 of its bytes, in hexadecimal. */
interface Carried {
  readonly file: string;
  readonly digest: string;
}

/** As far as it is used here. */
interface Bun {
  plugin(plugin: { readonly name: string; readonly setup: (build: Build) => void }): void;
  mmap(path: string): Uint8Array;
  readonly CryptoHasher: new (
    name: "sha256",
  ) => { update(bytes: Uint8Array): { digest(as: "hex"): string } };
}

interface Build {
  module(name: string, load: () => { readonly exports: unknown; readonly loader: "object" }): void;
}

interface Globals {
  readonly Bun: Bun;
  /** Of a package's JavaScript in a bundle, which asks for its native file in its own way. */
  unfCarried?: (name: string) => unknown;
  /** Of `carriedPage`. */
  unfPage?: Cargo["page"];
}

const globals = globalThis as unknown as Globals;

/** Plays the program that the first words name, with the words after them. */
export function runExecutable(cargo: Cargo): void {
  const { programs, commands, modules, natives, background } = cargo;
  globals.unfPage = cargo.page;
  const native = (name: string): unknown => {
    const found = natives[name];
    if (found === undefined) return undefined;
    const part = { name: name.replaceAll(/\W+/g, "-"), ...carriedFile(found) };
    return loadPart(part, files, process.env);
  };
  globals.unfCarried = native;
  globals.Bun.plugin({
    name: "carried",
    setup(build) {
      const offer = (name: string, load: () => unknown) =>
        build.module(name, () => ({ exports: load(), loader: "object" }));
      for (const [name, load] of Object.entries(modules)) offer(name, load);
      for (const name of Object.keys(natives)) offer(name, () => native(name));
    },
  });
  const [, , word = ""] = process.argv;
  if (Object.hasOwn(commands, word)) {
    commands[word]?.();
    return;
  }
  const program = takeProgram(process.argv);
  if (word.startsWith(":")) runUnderNode(program, background);
  programs[program]?.();
}

/** Becomes the Node that lies beside the executable, with the program. Returns where that cannot be. */
function runUnderNode(program: string, { nodeBytes, digest, files }: Cargo["background"]): void {
  const unpacked = Object.entries(files).map(([name, file]) => [name, carriedFile(file)] as const);
  const execution = planBackground(
    program,
    process.argv.slice(2),
    { nodeBytes, digest, files: Object.fromEntries(unpacked) },
    { executable: ownExecutable, env: process.env, now: Date.now(), digestOf },
  );
  if (execution !== undefined) replaceProcess(execution, process.env);
}

function carriedFile({ file, digest }: Carried): CarriedFile {
  return { digest, bytes: () => readFileSync(file) };
}

/** Takes the word for a program out of the command line, so that the program finds its own where it expects them. */
export function takeProgram(argv: string[]): string {
  const [, , first = "", second] = argv;
  if (first === "hook" && second === "run") return "hook";
  if (!first.startsWith(":")) return "unf";
  argv.splice(2, 1);
  return first.slice(1);
}

function digestOf(path: string): string {
  return new globals.Bun.CryptoHasher("sha256").update(globals.Bun.mmap(path)).digest("hex");
}

const files: NativeFiles = {
  digestOf,
  load(path) {
    const module = { exports: {} };
    process.dlopen(module, path);
    return module.exports;
  },
};
