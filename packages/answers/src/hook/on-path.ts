import { type AbsPath, systemCode } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";

/** True when a shell would find a program `unf`, as the hooks need it. `path`: the variable PATH. */
export function isOnPath(fs: Pick<FileSystem, "lstat">, path: string | undefined): boolean {
  return (path ?? "").split(":").some((directory) => {
    try {
      return directory.startsWith("/") && fs.lstat(`${directory}/unf` as AbsPath) !== undefined;
    } catch (thrown) {
      if (systemCode(thrown) === undefined) throw thrown;
      return false;
    }
  });
}
