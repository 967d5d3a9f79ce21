import { readFileSync, statfsSync } from "node:fs";
import { tryRead } from "../process/try-read.ts";

/** `f_type` of file systems whose locks and flushes are another machine's word (linux/magic.h). */
const networkTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB"],
  [0xff534d42, "SMB"],
  [0x00c36400, "Ceph"],
  [0x5346414f, "AFS"],
]);

/** The name of the network file system that `path` lies on; `undefined` for a local or unknown one. */
export function networkDisk(path: string): string | undefined {
  return process.platform === "linux" ? networkName(statfsSync(path).type) : undefined;
}

/** As Linux numbers them; the number may come with a sign. */
export function networkName(type: number): string | undefined {
  return networkTypes.get(type >>> 0);
}

/** True in WSL, where the drives of Windows lie below /mnt. */
export function isBelowWindows(): boolean {
  const release = tryRead(() => readFileSync("/proc/sys/kernel/osrelease", "utf8"));
  return release !== undefined && isReleaseOfWindows(release);
}

/** By the kernel's release: `5.15.167.4-microsoft-standard-WSL2`, `4.4.0-19041-Microsoft`. */
export function isReleaseOfWindows(release: string): boolean {
  return /microsoft/i.test(release);
}
