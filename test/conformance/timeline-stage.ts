import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import type { AbsPath, ProjectId } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import { openTimeline } from "@unf/timeline";
import { always } from "../kit/always.ts";
import { createModelTimeline } from "./timeline-model.ts";
import { start } from "./timeline-worlds.ts";

// Where the tests of timelines keep their files, for as long as the file of tests runs.

let directory = "";
let made = 0;
before(() => {
  directory = mkdtempSync(join(tmpdir(), "unf-timeline-"));
});
after(() => rmSync(directory, { recursive: true, force: true }));

export const identity = {
  project: "0123456789abcdef" as ProjectId,
  root: "/home/p" as AbsPath,
  dev: 1n,
  ino: 2n,
  createdAt: start,
};

export function freshPath(): AbsPath {
  made += 1;
  return join(directory, `t${made}.db`) as AbsPath;
}

export const implementations: readonly (readonly [string, () => Timeline])[] = [
  ["the SQLite timeline", () => openTimeline(freshPath(), always, { create: identity })],
  ["the model", createModelTimeline],
];
