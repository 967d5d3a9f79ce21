import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, ProjectId } from "../base/brand.ts";
import * as paths from "./home-paths.ts";

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
    paths.uiNotePath(home),
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
