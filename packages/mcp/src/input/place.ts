import { lstatSync } from "node:fs";
import { posix } from "node:path";
import { type AbsPath, relativeTo } from "@unf/core/base";
import { badArgument, ToolFailure } from "../base/failure.ts";
import type { Host } from "../base/host.ts";

/** A watched project, and how to name what lies in it. */
export interface Place {
  readonly root: AbsPath;
  /** A path as an agent writes it, below the root; the root itself is the empty path. */
  readonly locate: (path: string) => string;
}

/** Finds the project of a call: exactly the one it names, else the innermost around the directory. */
export async function findPlace(host: Host, project: string | undefined): Promise<Place> {
  const roots = await host.projects();
  const root = project === undefined ? innermost(roots, host.directory) : exactly(roots, project);
  return { root, locate: (path) => locate(root, path) };
}

/**
 * A path as questions and command lines name it: absolute, so that no working directory matters.
 */
export function wordOf({ root, locate: below }: Place, path: string): string {
  return posix.join(root, below(path));
}

function exactly(roots: readonly AbsPath[], project: string): AbsPath {
  const root = roots.find((one) => one === project.replace(/(?<=.)\/+$/, ""));
  if (root !== undefined) return root;
  throw badArgument("project is not the root of a watched project; unf_status lists them");
}

function innermost(roots: readonly AbsPath[], directory: AbsPath): AbsPath {
  const [first, ...others] = roots.filter((root) => relativeTo(root, directory) !== undefined);
  if (first === undefined) {
    throw new ToolFailure(
      "not_watched",
      "no watched project is around the working directory",
      "name one as project; unf_status lists them",
    );
  }
  return others.reduce((best, root) => (root.length > best.length ? root : best), first);
}

/** Throws for whatever could mean something outside the project, or another name for what is in it. */
function locate(root: AbsPath, path: string): string {
  if (path.includes("\0") || !path.isWellFormed()) throw badArgument("a path is not text");
  const below = path.startsWith("/") ? relativeTo(root, posix.normalize(path) as AbsPath) : path;
  if (below === undefined) throw badArgument("a path lies outside the project");
  const names = below.split("/").filter((name) => name !== "" && name !== ".");
  if (path.split("/").includes("..")) throw badArgument("a path may not contain ..");
  refuseLinks(root, names.slice(0, -1));
  return names.join("/");
}

/** A link itself is recorded; what lies behind one is not this project's, or has its own name. */
function refuseLinks(root: AbsPath, directories: readonly string[]): void {
  let at: string = root;
  for (const name of directories) {
    at = posix.join(at, name);
    const found = readKind(at);
    if (found === "nothing") return;
    if (found === "link") throw badArgument("a path leads through a symbolic link");
  }
}

/**
 * Looks at a path. One that cannot be looked at is no link that could be followed: the history
 * decides about its name.
 */
function readKind(path: string): "link" | "other" | "nothing" {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat === undefined ? "nothing" : stat.isSymbolicLink() ? "link" : "other";
  } catch {
    return "nothing";
  }
}
