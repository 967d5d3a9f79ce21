import type { AbsPath } from "@unf/core/base";
import { limits } from "@unf/core/config";

/**
 * `path` from `cwd`, with `.` and `..` taken out by their letters, as agents do it themselves.
 * `undefined` when that gives no absolute path, or one that no file system has.
 */
export function absolutePath(path: string, cwd: string | null): AbsPath | undefined {
  const joined = path.startsWith("/") ? path : cwd === null ? "" : `${cwd}/${path}`;
  if (path === "" || !joined.startsWith("/") || joined.includes("\0")) return undefined;
  if (joined.length > limits.agents.pathCharsMax) return undefined;
  const names: string[] = [];
  for (const name of joined.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}` as AbsPath;
}
