import { appendFileSync, lstatSync, readFileSync } from "node:fs";
import { type AbsPath, encodePath, systemCode, UnfError } from "@unf/core/base";

/** Outcome for a rule. */
export type Added = "added" | "already";

/**
 * Appends a line to an ignore file, creating it when there is none. Nothing else of the file
 * changes. Throws `usage` for text that is no rule, `refused` when the file is not a regular one.
 */
export function addRule(file: AbsPath, glob: string, isDryRun: boolean): Added {
  checkRule(glob);
  const native = Buffer.from(encodePath(file));
  const text = readRules(native, file);
  if (text?.split(/\r?\n/).includes(glob) === true) return "already";
  if (isDryRun) return "added";
  const lineEnd = text?.includes("\r\n") === true ? "\r\n" : "\n";
  const gap = text === undefined || text === "" || text.endsWith("\n") ? "" : lineEnd;
  appendFileSync(native, `${gap}${glob}${lineEnd}`);
  return "added";
}

function checkRule(glob: string): void {
  const why =
    glob.trim() === ""
      ? "it is empty"
      : /[\r\n\0]/.test(glob)
        ? "it contains a line end or NUL"
        : glob.startsWith("#")
          ? 'it begins with "#", which is a comment; write "\\#"'
          : undefined;
  if (why !== undefined)
    throw new UnfError("usage", `this is no rule (${why})`, { hint: "unf help ignore" });
}

function readRules(native: Buffer, file: AbsPath): string | undefined {
  try {
    if (!lstatSync(native).isFile()) {
      throw new UnfError("refused", `${file} is not a regular file`, { hint: "edit it by hand" });
    }
    return readFileSync(native, "utf8");
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
}
