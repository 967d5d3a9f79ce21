import { type AbsPath, decodePath, systemCode } from "@unf/core/base";
import { nativePath } from "./base/native-path.ts";

/** The canonical path of what is there; `undefined` where nothing is or the system does not say. */
export async function readCanonical(path: AbsPath): Promise<AbsPath | undefined> {
  const { realpath } = process.getBuiltinModule("node:fs/promises");
  try {
    return decodePath(await realpath(nativePath(path), { encoding: "buffer" })) as AbsPath;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
