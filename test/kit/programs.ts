import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { systemCode } from "@unf/core/base";

const programs = ["unf", "hook", "daemon", "sentinel"] as const;

const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const dist = join(repository, "cli/dist");
const sources = ["packages", "cli/src", "daemon/src", "sentinel/src", ".config"];

/** Bundles that this process knows to be of the sources as they are now. */
const fresh = new Set<string>();

/**
 * The file that Node runs for the program. Tests run bundles, as whoever installs unf does: one
 * starts in a third of the time that its sources take. All are made anew first when a source is
 * younger than they are.
 */
export function bundleOf(program: (typeof programs)[number]): string {
  const bundle = join(dist, `${program}.cjs`);
  if (!fresh.has(bundle)) freshen(programs.map((name) => join(dist, `${name}.cjs`)));
  return bundle;
}

/** The directory of all that a build makes, for whoever packs it. */
export function builtDirectory(): string {
  // The build writes that one last.
  freshen([...programs.map((name) => join(dist, `${name}.cjs`)), join(dist, "client.d.cts")]);
  return dist;
}

function freshen(files: readonly string[]): void {
  if (isYoungerThan(files, sources)) {
    execFileSync(process.execPath, [join(repository, ".config/build.mjs")], { stdio: "pipe" });
  }
  for (const path of files) fresh.add(path);
}

/** The file that a person's Node runs for `unf`, beside bundles of the sources as they are now. */
export function launcher(): string {
  bundleOf("unf");
  return join(repository, "cli/bin/unf.js");
}

/** The words that start `unf` as a person does. */
export function wordsOfUnf(): readonly [string, ...string[]] {
  return onBundles.skip === false ? [process.execPath, launcher()] : wordsOf("unf");
}

/**
 * The words that start a program, before those of its own: Node and the bundle, or the executable that
 * `UNF_PROGRAM` names, which plays all of them.
 */
export function wordsOf(program: (typeof programs)[number]): readonly [string, ...string[]] {
  const { UNF_PROGRAM: executable = "" } = process.env;
  if (executable === "") return [process.execPath, bundleOf(program)];
  const file = resolve(repository, executable);
  return program === "unf" ? [file] : [file, `:${program}`];
}

/** For a test whose means know only the bundles, because they reach into Node. */
export const onBundles = {
  skip: (process.env.UNF_PROGRAM ?? "") === "" ? false : "reaches into Node",
};

const runtime = `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;

/** For a test that runs the executable whatever `UNF_PROGRAM` says; skipped where nothing can make it. */
export const onExecutable = {
  skip:
    onBundles.skip === false && !existsSync(join(repository, "node_modules", runtime))
      ? `${runtime} is not installed`
      : false,
};

/** The executable of all programs, made anew when a source is younger, which takes some seconds. */
export function executable(): string {
  if (onBundles.skip !== false) return wordsOf("unf")[0];
  const file = join(dist, "package/unf");
  if (!fresh.has(file) && isYoungerThan([file], sources)) {
    const make = join(repository, ".config/package/package.mjs");
    execFileSync(process.execPath, [make, "--dist", builtDirectory()], { stdio: "pipe" });
  }
  fresh.add(file);
  return file;
}

/** The same program from its sources, which need no build. */
export function sourceOf(program: "unf" | "daemon"): string {
  return join(repository, program === "unf" ? "cli" : program, "src/main.ts");
}

/**
 * The bundle of a program that only tests run; `main` is its path below `tree`, the repository or a
 * copy of it. Who changes a copy calls `forgetBundles`.
 */
export function bundleOfTest(main: string, tree: string = repository): string {
  return bundleAs(".mjs", main, tree);
}

/** The words for Node that start such a program, which is compiled only once however often that is. */
export function keptProgram(main: string, tree: string = repository): readonly [string, string] {
  return [join(repository, ".config/kept.cjs"), bundleAs(".js", main, tree)];
}

function bundleAs(ending: ".mjs" | ".js", main: string, tree: string): string {
  const name = main.replace(/\.ts$/, ending).replaceAll("/", "-");
  const bundle = join(tree, "node_modules/.cache/test-programs", name);
  if (fresh.has(bundle)) return bundle;
  if (tree !== repository || isYoungerThan([bundle], [...sources, dirname(dirname(main))])) {
    const words = [join(repository, ".config/bundle.mjs"), tree, main, bundle];
    execFileSync(process.execPath, words, { stdio: "pipe" });
  }
  fresh.add(bundle);
  return bundle;
}

/** Has the programs of a copy bundled again when they are next asked for. */
export function forgetBundles(tree: string): void {
  for (const bundle of fresh) if (bundle.startsWith(join(tree, "/"))) fresh.delete(bundle);
}

/** True when one of the bundles is missing, or older than something in the sources. */
function isYoungerThan(bundles: readonly string[], paths: readonly string[]): boolean {
  const oldest = Math.min(...bundles.map(changedAt));
  return paths.some((path) => newest(join(repository, path)) > oldest);
}

/** By the path of a directory, when something in it changed last. */
const looked = new Map<string, number>();

/** A directory counts too: taking a file out of it leaves no other trace. */
function newest(path: string): number {
  const known = looked.get(path);
  if (known !== undefined) return known;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const names = readdirSync(path).filter(
    (name) => name !== "node_modules" && !name.endsWith(".test.ts"),
  );
  const last = Math.max(stat.mtimeMs, ...names.map((name) => newest(join(path, name))));
  looked.set(path, last);
  return last;
}

/** 0 when it is not there. */
function changedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return 0;
    throw thrown;
  }
}
