import assert from "node:assert/strict";
import { test } from "node:test";
import { isReleaseOfWindows, networkName } from "./network-disk.ts";

test("file systems of other machines are known by their numbers, with and without a sign", () => {
  const named = [0x6969, 0x517b, 0xfe534d42, 0xfe534d42 | 0, 0xff534d42, 0x00c36400, 0x5346414f];
  assert.deepEqual(
    named.map((type) => networkName(type)),
    ["NFS", "SMB", "SMB", "SMB", "SMB", "Ceph", "AFS"],
  );
  // ext4, btrfs, xfs, tmpfs, overlayfs.
  for (const type of [0xef53, 0x9123683e, 0x58465342, 0x01021994, 0x794c7630])
    assert.equal(networkName(type), undefined, type.toString(16));
});

test("kernels of WSL are known by their release", () => {
  for (const release of ["5.15.167.4-microsoft-standard-WSL2\n", "4.4.0-19041-Microsoft\n"])
    assert.ok(isReleaseOfWindows(release), release);
  for (const release of ["6.8.0-45-generic\n", "5.10.0-azure\n"])
    assert.ok(!isReleaseOfWindows(release), release);
});
