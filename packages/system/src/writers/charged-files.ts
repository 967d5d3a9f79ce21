import { lstatSync, statfsSync } from "node:fs";
import { type AbsPath, systemCode } from "@unf/core/base";
import type { ChargedFiles, WriteCharges } from "@unf/core/ports";
import { nativePath } from "../disk/base/native-path.ts";

/**
 * `f_type` of file systems in which no two files share a page, so that nobody gets a content for
 * nothing (linux/magic.h). That of all others, as btrfs and XFS, may.
 */
const charges: ReadonlyMap<number, WriteCharges> = new Map([
  // ext2, ext3 and ext4
  [0xef53, "all"],
  // F2FS
  [0xf2f52010, "all"],
  // tmpfs: what lies in memory is no page of a disk.
  [0x01021994, "bytes"],
]);

export const chargedFiles: ChargedFiles = {
  chargesOf: (root) =>
    tried(() => charges.get(statfsSync(nativePath(root)).type >>> 0)) ?? "nothing",
  birthOf: (path: AbsPath) => {
    const stat = tried(() => lstatSync(nativePath(path), { bigint: true }));
    // A system that does not know says 0.
    if (stat === undefined || stat.birthtimeNs <= 0n) return undefined;
    return { ino: stat.ino, bornAt: Number(stat.birthtimeNs) / 1e6 };
  },
};

/** Files go at any time. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
