import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { forgetBundles } from "../../kit/index.ts";
import { repository } from "../stage.ts";

/** A text of the production sources that stands there exactly once, and what replaces it. */
export interface Replacement {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

/** A copy of the sources in which something can be broken. */
export interface TreeCopy {
  readonly root: string;
  /** Breaks it; throws when the text does not stand in the file exactly once. */
  apply(replacements: readonly Replacement[]): void;
  /** Makes it whole again. */
  restore(): void;
}

const tests = ["fault", "kit", "sim", "conformance", "engine"].map((name) => `test/${name}`);
const parts = ["daemon", "sentinel", "cli", ...tests];

/** Copies the sources below `directory`. Our own packages resolve to the copy, others to what is installed. */
export function copyTree(directory: string): TreeCopy {
  const root = join(directory, "tree");
  const packages = readdirSync(join(repository, "packages")).map((name) => `packages/${name}`);
  for (const part of [...packages, ...parts]) copySources(part, root);
  linkPackages(root, packages);
  const broken = new Map<string, string>();
  return {
    root,
    apply: (replacements) => {
      forgetBundles(root);
      for (const { file, text, by } of replacements) {
        const path = join(root, file);
        const before = readFileSync(path, "utf8");
        const times = before.split(text).length - 1;
        if (times !== 1) throw new Error(`${file} has this ${times} times, not once:\n${text}`);
        if (!broken.has(path)) broken.set(path, before);
        writeFileSync(
          path,
          before.replace(text, () => by),
        );
      }
    },
    restore: () => {
      for (const [path, before] of broken) writeFileSync(path, before);
      broken.clear();
      forgetBundles(root);
    },
  };
}

function copySources(part: string, root: string): void {
  mkdirSync(join(root, part), { recursive: true });
  cpSync(join(repository, part), join(root, part), {
    recursive: true,
    filter: (path) => !["node_modules", "dist"].includes(basename(path)),
  });
}

function linkPackages(root: string, packages: readonly string[]): void {
  const installed = join(repository, "node_modules");
  mkdirSync(join(root, "node_modules/@unf"), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name.startsWith(".") || name === "@unf" || name === "unf") continue;
    symlinkSync(join(installed, name), join(root, "node_modules", name));
  }
  for (const part of packages) {
    symlinkSync(join(root, part), join(root, "node_modules/@unf", basename(part)));
  }
}
