import { type AbsPath, joinPath, type RelPath, UnfError } from "@unf/core/base";

/** `$UNF_HOME`, or `.unfudged` in the user's home directory. Looks at nothing on disk. */
export function homeDirectory(env: Readonly<Record<string, string | undefined>>): AbsPath {
  const { UNF_HOME: own, HOME: home } = env;
  if (own !== undefined && own !== "") return absolute("UNF_HOME", own);
  if (home !== undefined && home !== "") return inside(absolute("HOME", home), ".unfudged");
  return inside(absolute("home directory", userHome()), ".unfudged");
}

function inside(directory: AbsPath, path: string): AbsPath {
  return joinPath(directory, path as RelPath);
}

function userHome(): string {
  try {
    return process.getBuiltinModule("node:os").userInfo().homedir;
  } catch (cause) {
    throw new UnfError("refused", "this user has no home directory", {
      hint: "set UNF_HOME to a directory for unf's store",
      cause,
    });
  }
}

/** Takes out what makes one directory have two spellings: doubled and final slashes, `.` and `..`. */
function absolute(name: string, path: string): AbsPath {
  if (/^(?:[A-Za-z]:|\\\\)/.test(path)) {
    throw new UnfError("refused", `unf takes no paths of Windows yet: ${path}`, {
      hint: "run it within WSL, on files that lie there",
    });
  }
  // The environment reaches us as text: bytes that are not UTF-8 are lost by then.
  if (!path.startsWith("/") || path.includes("\uFFFD")) {
    const problem = path.startsWith("/") ? "is not UTF-8" : "is not an absolute path";
    throw new UnfError("usage", `${name} ${problem}: ${path}`, {
      hint: "set UNF_HOME to an absolute path",
    });
  }
  const { normalize } = process.getBuiltinModule("node:path").posix;
  const normal = normalize(path);
  return (normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal) as AbsPath;
}
