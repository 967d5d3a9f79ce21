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
export function foreignFileSystem(type: number): string | undefined {
  // 32-bit systems give the number with a sign.
  return foreign.get(type >>> 0);
}
