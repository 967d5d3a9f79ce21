import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The repository these tests are part of. */
export const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

const packages = readdirSync(join(repository, "packages")).map((name) => `packages/${name}`);
const parts = [...packages, "daemon", "sentinel", "cli", "test"];

/** A tree with the repository's own settings and only the sources a test puts into it. */
export interface Plant extends Disposable {
  readonly root: string;
  /** Runs a tool of node_modules/.bin in it with this Node; its output is stdout and stderr. */
  run(tool: string, args: readonly string[]): { readonly status: number; readonly output: string };
}

/**
 * Makes such a tree; `sources` maps a path to its text. Installed packages are linked, not copied.
 * `below`: directories above it that a person may have cloned the repository into.
 */
export function plant(sources: Readonly<Record<string, string>>, below = ""): Plant {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "unf-plant-")));
  const root = join(base, below);
  mkdirSync(root, { recursive: true });
  for (const name of [".config", "package.json", "tsconfig.json"]) copy(name, root);
  for (const part of parts) {
    copy(join(part, "package.json"), root);
    copy(join(part, "tsconfig.json"), root);
  }
  linkPackages(root);
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return {
    root,
    run: (tool, args) => runTool({ tool, args, cwd: root }),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

function copy(path: string, root: string): void {
  if (!existsSync(join(repository, path))) return;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  cpSync(join(repository, path), join(root, path), { recursive: true });
}

/** Our own packages must resolve to the planted tree, everything else to what is installed. */
function linkPackages(root: string): void {
  const installed = join(repository, "node_modules");
  mkdirSync(join(root, "node_modules/@unf"), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name === "@unf" || name === "unf" || name === ".cache") continue;
    symlinkSync(join(installed, name), join(root, "node_modules", name));
  }
  for (const part of packages) {
    symlinkSync(join(root, part), join(root, "node_modules/@unf", part.replace("packages/", "")));
  }
}

function runTool({ tool, args, cwd }: { tool: string; args: readonly string[]; cwd: string }) {
  const bin = join(repository, "node_modules/.bin");
  const { status, stdout, stderr, error } = spawnSync(join(bin, tool), args, {
    cwd,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), bin, process.env.PATH].join(delimiter),
      NO_COLOR: "1",
      FORCE_COLOR: undefined,
    },
  });
  if (error !== undefined || status === null)
    throw new Error(`${tool} did not run`, { cause: error });
  return { status, output: stdout + stderr };
}
