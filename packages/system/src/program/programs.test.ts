import assert from "node:assert/strict";
import { test } from "node:test";
import { locateProgram, programPath } from "./programs.ts";

test("from the sources a program is its main.ts, from a bundle the bundle beside it", () => {
  assert.match(programPath("daemon"), /[^/]\/daemon\/src\/main\.ts$/);
  assert.equal(
    locateProgram("sentinel", "/repo/packages/system/src/program/programs.ts"),
    "/repo/sentinel/src/main.ts",
  );
  assert.equal(locateProgram("daemon", "/x/unf/dist/unf.cjs"), "/x/unf/dist/daemon.cjs");
  assert.equal(locateProgram("daemon", "/x/unf/dist/sentinel.cjs"), "/x/unf/dist/daemon.cjs");
});
