import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeAll, touch } from "../../disk/base/writes.ts";
import { daemonOptions, sentinelOptions } from "../../program/node-options.ts";
import { unpackedName } from "../one-file.ts";
import { type CarriedFile, type DigestOf, inCache, keepFile } from "./kept-files.ts";

/** The programs that run in the background, as Node runs them, and the Node that is to. */
export interface Background {
  /** Size of the Node that the executable was made with. Unit: bytes. */
  readonly nodeBytes: number;
  /** Digest of all files, in hexadecimal. */
  readonly digest: string;
  /** By name: `daemon.cjs`, and what that loads from beside it. */
  readonly files: Readonly<Record<string, CarriedFile>>;
}

/** For `execve`: the file, and all words, the first of which is the program's name for itself. */
export interface Execution {
  readonly file: string;
  readonly words: readonly string[];
}

/** As the process finds it. */
export interface Surroundings {
  readonly executable: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unit: ms. */
  readonly now: number;
  readonly digestOf: DigestOf;
}

/** The file beside the executable that runs the programs of the background. */
const nodeName = "unf-node";

/** Says when the programs beside it were last started. */
const usedName = "used";

/** Unpacked programs that nobody has started for so long go. Unit: ms. */
const keptMs = 30 * 24 * 3600 * 1000;

/**
 * The command line that has Node run a program of the background, which takes half the memory of Bun there
 * (docs/decision/0071). Its name for itself is the executable, by which it starts others. `undefined` where
 * that Node does not lie beside the executable, or the home cannot take the programs.
 */
export function planBackground(
  program: string,
  args: readonly string[],
  { nodeBytes, digest, files }: Background,
  { executable, env, now, digestOf }: Surroundings,
): Execution | undefined {
  const home = args[args.indexOf("--home") + 1];
  const name = `${program}.cjs`;
  const node = join(dirname(executable), nodeName);
  if (!Object.hasOwn(files, name) || !isNode(node, executable, nodeBytes)) return undefined;
  return inCache({ ...env, UNF_HOME: home }, unpackedName(digest), (directory) => {
    // First, or another version that starts just now would take it for forgotten.
    touch(join(directory, usedName), now / 1000);
    for (const [path, file] of Object.entries(files))
      keepFile(join(directory, path), file, digestOf);
    removeOld(dirname(directory), now);
    const options = program === "daemon" ? daemonOptions : sentinelOptions(name);
    return { file: node, words: [executable, ...options, join(directory, name), ...args] };
  });
}

/** True for the file that came with the executable: as large, and of the same owner. */
function isNode(path: string, executable: string, bytes: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const own = lstatSync(executable, { throwIfNoEntry: false });
  if (found === undefined || own === undefined || !found.isFile()) return false;
  return found.size === bytes && found.uid === own.uid && (found.mode & 0o022 & ~own.mode) === 0;
}

function removeOld(cache: string, now: number): void {
  const names = readdirSync(cache).filter((name) => /^programs-[0-9a-f]{16}$/.test(name));
  for (const name of names) {
    const used = lstatSync(join(cache, name, usedName), { throwIfNoEntry: false });
    if (used === undefined || now - used.mtimeMs > keptMs) removeAll(join(cache, name));
  }
}
