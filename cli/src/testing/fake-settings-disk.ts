import { copyOf, type SettingsDisk } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";

/** A disk that holds these settings files, by path, and the directories above them. */
export function fakeSettingsDisk(files: Map<string, string>): SettingsDisk {
  const checkUnchanged = (path: AbsPath, before: string | undefined): void => {
    if (files.get(path) !== before) throw new UnfError("conflict", `${path} changed meanwhile`);
  };
  return {
    isDirectory: (path) => [...files.keys()].some((file) => file.startsWith(`${path}/`)),
    read: (path) => files.get(path),
    checkWritable: () => undefined,
    keepCopy(path) {
      const copy = copyOf(path);
      if (!files.has(copy)) files.set(copy, files.get(path) ?? "");
      return copy;
    },
    dropCopy(path) {
      const copy = copyOf(path);
      if (files.has(copy) && files.get(copy) !== files.get(path)) return copy;
      files.delete(copy);
      return undefined;
    },
    dropUnfinished() {
      // Nobody is ended in the middle here.
    },
    write(path, { before, text }) {
      checkUnchanged(path, before);
      files.set(path, text);
    },
    remove(path, { before }) {
      checkUnchanged(path, before);
      files.delete(path);
    },
    missingAbove: () => [],
    removeEmpty() {
      // Directories are there as long as files are.
    },
  };
}
