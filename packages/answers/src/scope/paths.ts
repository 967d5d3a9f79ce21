import { type AbsPath, baseName, UnfError } from "@unf/core/base";
import type { Asker } from "../ports/asker.ts";

/** A path argument as an absolute path: without `.`, `..`, doubled or trailing `/`. */
export function resolvePath(cwd: AbsPath, word: string): AbsPath {
  if (word === "") throw new UnfError("usage", "a path is empty");
  if (word.includes("\0")) throw new UnfError("usage", "a path contains a NUL byte");
  const names: string[] = [];
  for (const name of (word.startsWith("/") ? word : `${cwd}/${word}`).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}` as AbsPath;
}

/**
 * The path with links followed in all that exists of it but its last name, which may be a link that
 * is recorded as one.
 */
export function canonicalPlace(asker: Pick<Asker, "canonical">, path: AbsPath): AbsPath {
  if (path === "/") return path;
  const name = baseName(path);
  const parent = (path.slice(0, -name.length - 1) || "/") as AbsPath;
  const place = asker.canonical(parent) ?? canonicalPlace(asker, parent);
  return (place === "/" ? `/${name}` : `${place}/${name}`) as AbsPath;
}
