import { writeFileSync } from "node:fs";
import { type AbsPath, encodePath, systemCode, UnfError } from "@unf/core/base";

/** Writes a patch to a file that must not exist: no command of unf writes over what it has not recorded. */
export function writePatchFile(path: AbsPath, patch: Uint8Array): void {
  try {
    writeFileSync(Buffer.from(encodePath(path)), patch, { flag: "wx" });
  } catch (thrown) {
    if (systemCode(thrown) !== "EEXIST") throw thrown;
    throw new UnfError("refused", `${path} exists already`, {
      hint: "name a new file after --patch-file",
    });
  }
}
