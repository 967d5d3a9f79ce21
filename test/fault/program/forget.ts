import process from "node:process";
import { type AbsPath, systemCode, UnfError, version } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { daemonLockPath } from "@unf/core/home";
import { takeLock, tightenUmask } from "@unf/system";
import {
  carryOnAll,
  forgetHome,
  nothingWatched,
  openRecorderWorld,
  projectId,
  scanHome,
  searchForgotten,
} from "@unf/wiring/recorder";
import { secretPath, silent } from "../checker/secret-home.ts";
import { sayLine } from "./say.ts";

// `forget.ts HOME ROOT file|project exit|hold|carry-on`: forgets a file or the whole project as a
// command does that finds no daemon, or carries on as a daemon's start does. Says what it answers; then
// it ends, or stays.
tightenUmask();
const [home = "", root = "", what = "", end = ""] = process.argv.slice(2);
try {
  const taken = takeLock(daemonLockPath(home as AbsPath), { version });
  if (taken.kind !== "taken") throw new Error(`${home} is locked`);
  const world = openRecorderWorld(home as AbsPath, defaultConfig, silent);
  const doors = nothingWatched(home as AbsPath);
  if (end === "carry-on") {
    await carryOnAll(world, doors);
    await searchForgotten(world, scanHome);
  } else {
    const reply = await forgetHome(world, doors, order());
    const search = await searchForgotten(world, scanHome);
    sayLine({ answers: [JSON.stringify({ ...reply, ...search })] });
  }
} catch (thrown) {
  // The machine's failures; anything else is a mistake of the program's.
  if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
  sayLine({ told: { exit: 1, text: String(thrown) } });
}
if (end === "hold") setInterval(() => undefined, 1000);
else process.exit(0);

function order(): Parameters<typeof forgetHome>[2] {
  const project = projectId(root as AbsPath);
  const common = { project, hash: null, before: null, plan: null } as const;
  return what === "project"
    ? { ...common, what: "project", patterns: [], lasting: false }
    : { ...common, what: "paths", patterns: [`/${secretPath}`], lasting: true };
}
