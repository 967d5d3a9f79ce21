import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseBackend } from "./choose-backend.ts";

test("Linux gets inotify unless the settings ask for the other", () => {
  assert.equal(chooseBackend({ platform: "linux", wanted: "auto" }).name, "inotify");
  assert.equal(chooseBackend({ platform: "linux", wanted: "inotify" }).name, "inotify");
  assert.equal(chooseBackend({ platform: "linux", wanted: "directory" }).name, "directory");
});

test("every other platform gets one watch a directory, and is told why", () => {
  for (const platform of ["darwin", "win32", "freebsd"]) {
    for (const wanted of ["auto", "inotify"] as const) {
      const choice = chooseBackend({ platform, wanted });
      assert.equal(choice.name, "directory");
      assert.match(choice.reason, new RegExp(platform));
    }
  }
});
