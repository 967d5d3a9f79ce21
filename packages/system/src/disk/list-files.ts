import { readdirSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "@unf/core/base";

/** Every regular file below a directory, at any depth; none where there is no directory. */
export function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return [];
    throw thrown;
  }
}
