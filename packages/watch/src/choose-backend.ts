import type { BackendName } from "@unf/core/config";

/** A person's choice of backend. `auto`: nothing in particular. */
export type WantedBackend = "auto" | BackendName;

/** The facts that the choice depends on; everything else is found out by trying. */
export interface BackendFacts {
  /** As `process.platform` names it. */
  readonly platform: string;
  readonly wanted: WantedBackend;
  /** The source of the choice, for the reason; the settings unless given. */
  readonly wantedBy?: string;
  /** The number that `statfs` gives for the root's file system; left out where that is unknown. */
  readonly fileSystem?: number;
}

/** Which backend to open first, and why, in words for `unf status -v`. */
export interface BackendChoice {
  readonly name: BackendName;
  readonly reason: string;
}

/** Decides which backend a root is watched with. `openBackend` may still have to fall back. */
export function chooseBackend(facts: BackendFacts): BackendChoice {
  const { platform, wanted, wantedBy = "the settings" } = facts;
  const asked = `asked for by ${wantedBy}`;
  if (wanted === "inotify" && platform !== "linux") {
    const { name } = chooseDefault(facts);
    return { name, reason: `inotify was asked for, but ${platform} has none` };
  }
  if (wanted === "parcel" && !hasParcel(platform)) {
    const { name } = chooseDefault(facts);
    return { name, reason: `parcel was asked for, but it has nothing for ${platform}` };
  }
  return wanted === "auto" ? chooseDefault(facts) : { name: wanted, reason: asked };
}

function chooseDefault({ platform, fileSystem }: BackendFacts): BackendChoice {
  // The numbers are Linux's; other systems give the same call other ones.
  const foreign =
    platform === "linux" && fileSystem !== undefined ? foreignFileSystem(fileSystem) : undefined;
  if (foreign !== undefined) {
    return {
      name: "polling",
      reason: `the directory is on ${foreign}, which tells of no changes made elsewhere`,
    };
  }
  if (platform === "linux") return { name: "inotify", reason: "the default on Linux" };
  if (hasParcel(platform)) return { name: "parcel", reason: `the default on ${platform}` };
  return { name: "directory", reason: `no other backend for ${platform} yet` };
}

function hasParcel(platform: string): boolean {
  return platform === "linux" || platform === "darwin" || platform === "win32";
}

/**
 * File systems whose changes need not pass through this kernel, so that it cannot tell of them: the
 * numbers that `statfs` gives, from the manual page and `linux/magic.h`.
 */
const foreign: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB (cifs)"],
  [0xfe534d42, "SMB"],
  [0x01021997, "9p"],
  [0x65735546, "FUSE, as sshfs is"],
  [0x786f4256, "a VirtualBox shared folder"],
  [0xbacbacbc, "a VMware shared folder"],
  [0x7c7c6673, "a Parallels shared folder"],
  [0x5346414f, "AFS"],
  [0x6b414653, "AFS"],
  [0x73757245, "Coda"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
  [0x19830326, "BeeGFS"],
  [0x47504653, "GPFS"],
  [0x01161970, "GFS2"],
  [0x7461636f, "OCFS2"],
  [0x013111a8, "IBRIX"],
  [0x564c, "NCP"],
]);

/** In words, the foreign file system of this `statfs` number; `undefined` for any other. */
function foreignFileSystem(type: number): string | undefined {
  // 32-bit systems give the number with a sign.
  return foreign.get(type >>> 0);
}
