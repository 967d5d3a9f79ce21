import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseBackend } from "./choose-backend.ts";

const ext4 = 0xef53;
const nfs = 0x6969;

test("Linux gets inotify unless another one is asked for", () => {
  assert.equal(chooseBackend({ platform: "linux", wanted: "auto" }).name, "inotify");
  assert.equal(
    chooseBackend({ platform: "linux", wanted: "auto", fileSystem: ext4 }).name,
    "inotify",
  );
  for (const wanted of ["inotify", "directory", "parcel", "polling"] as const) {
    const asked = chooseBackend({ platform: "linux", wanted, wantedBy: "UNF_BACKEND" });
    assert.deepEqual(asked, { name: wanted, reason: "asked for by UNF_BACKEND" });
  }
});

test("a file system that others write to is polled, and the reason names it", () => {
  for (const [fileSystem, words] of [
    [nfs, /NFS/],
    [0xff534d42, /SMB/],
    [0xff534d42 | 0, /SMB/],
    [0x01021997, /9p/],
    [0x65735546, /FUSE/],
    [0x786f4256, /VirtualBox/],
  ] as const) {
    const choice = chooseBackend({ platform: "linux", wanted: "auto", fileSystem });
    assert.equal(choice.name, "polling");
    assert.match(choice.reason, words);
  }
  const asked = chooseBackend({ platform: "linux", wanted: "inotify", fileSystem: nfs });
  assert.deepEqual(asked, { name: "inotify", reason: "asked for by the settings" });
});

test("macOS and Windows get parcel, others one watch a directory, and all are told why", () => {
  for (const [platform, name] of [
    ["darwin", "parcel"],
    ["win32", "parcel"],
    ["freebsd", "directory"],
  ] as const) {
    // The number means something else there.
    const choice = chooseBackend({ platform, wanted: "auto", fileSystem: nfs });
    assert.equal(choice.name, name);
    assert.match(choice.reason, new RegExp(platform));
    const inotify = chooseBackend({ platform, wanted: "inotify" });
    assert.equal(inotify.name, name);
    assert.match(inotify.reason, /inotify was asked for/);
  }
  const parcel = chooseBackend({ platform: "freebsd", wanted: "parcel" });
  assert.equal(parcel.name, "directory");
  assert.match(parcel.reason, /parcel was asked for/);
});
