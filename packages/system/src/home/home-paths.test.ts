import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, ProjectId } from "@unf/core/base";
import * as paths from "./home-paths.ts";

test("UNF_HOME names the home; else it is .unfudged in HOME", () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{ UNF_HOME: "/data/unf", HOME: "/home/a" }, "/data/unf"],
    [{ HOME: "/home/a" }, "/home/a/.unfudged"],
    [{ UNF_HOME: "", HOME: "/home/a" }, "/home/a/.unfudged"],
    [{ UNF_HOME: "/data//unf/./x/../" }, "/data/unf"],
    [{ HOME: "/" }, "/.unfudged"],
  ];
  for (const [env, home] of cases) assert.equal(paths.homeDirectory(env), home);
});

test("without HOME the system's own record of the user is asked", () => {
  assert.match(paths.homeDirectory({}), /^\/.*\.unfudged$/);
});

test("a home that is relative, or not UTF-8, is refused by the variable's name", () => {
  for (const env of [{ UNF_HOME: "x" }, { UNF_HOME: "~/x" }, { UNF_HOME: "/a\uFFFD" }]) {
    assert.throws(() => paths.homeDirectory(env), { code: "usage", message: /^UNF_HOME/ });
  }
  assert.throws(() => paths.homeDirectory({ HOME: "relative" }), { message: /^HOME/ });
});

test("every place in the home is a different one, and in the home", () => {
  const home = "/h" as AbsPath;
  const project = "0123456789abcdef" as ProjectId;
  const all = [
    paths.formatPath(home),
    paths.configPath(home),
    paths.seenConfigPath(home),
    paths.intentPath(home),
    paths.previousIntentPath(home),
    paths.objectsDirectory(home),
    paths.projectsDirectory(home),
    paths.projectDirectory(home, project),
    paths.timelinePath(home, project),
    paths.trashDirectory(home),
    paths.lostObjectsDirectory(home),
    paths.lostTimelineDirectory(home, project, "1"),
    paths.runDirectory(home),
    paths.recordingPath(home),
    paths.daemonLockPath(home),
    paths.sentinelLockPath(home),
    paths.logsDirectory(home),
    paths.logPath(home, "daemon"),
    paths.logPath(home, "sentinel"),
    paths.crashLogPath(home, "daemon"),
    paths.crashLogPath(home, "sentinel"),
    paths.rescueDirectory(home, project, 1),
    paths.rescueDirectory(home, project, 2),
  ];
  assert.equal(new Set(all).size, all.length);
  for (const path of all) assert.ok(path.startsWith("/h/"), path);
});
