import { readFileSync } from "node:fs";
import { type AbsPath, systemCode } from "@unf/core/base";

/** The text of one of unf's own small files; `undefined` when there is none. */
export function readText(path: AbsPath): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
}
