import assert from "node:assert/strict";
import { test } from "node:test";
import { launcherPath, locateProgram, programPath } from "./programs.ts";

test("from the sources a program is its main.ts, from a bundle the bundle beside it", () => {
  assert.match(programPath("daemon"), /[^/]\/daemon\/src\/main\.ts$/);
  assert.equal(
    locateProgram("sentinel", "/repo/packages/system/src/program/programs.ts"),
    "/repo/sentinel/src/main.ts",
  );
  assert.equal(locateProgram("daemon", "/x/unf/dist/unf.cjs"), "/x/unf/dist/daemon.cjs");
  assert.equal(locateProgram("daemon", "/x/unf/dist/sentinel.cjs"), "/x/unf/dist/daemon.cjs");
});

test("programs of the executable are files that it carries, and need no launcher", () => {
  const unf = "/$bunfs/dist/unf.cjs";
  assert.equal(locateProgram("daemon", unf), "/$bunfs/dist/daemon.cjs");
  assert.equal(launcherPath(unf), unf);
  assert.equal(launcherPath("/x/unf/dist/unf.cjs"), "/x/unf/bin/unf.js");
});
