import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isLinkMode, systemCode } from "@unf/core";

/** A row as `readPicture` has what is on disk. */
export function picture(mode: number, content: string): string {
  if (isLinkMode(mode)) return `-> ${content}`;
  return `${(mode & 0o7777).toString(8).padStart(4, "0")} ${content}`;
}

/** Every file that was moved out of the way. */
export function rescued(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (thrown) {
    // Nothing was rescued yet.
    if (systemCode(thrown) !== "ENOENT") throw thrown;
    return [];
  }
}
