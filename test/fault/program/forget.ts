import process from "node:process";
import { type AbsPath, defaultConfig, version } from "@unf/core";
import { daemonLockPath, takeLock, tightenUmask } from "@unf/system";
import { forgetHome, openRecorderWorld, ownDoors, projectId } from "@unf/wiring/recorder";
import { secretPath, silent } from "../checker/secret-home.ts";
import { sayLine } from "./say.ts";

// `forget.ts HOME ROOT`: forgets a file as a command does that finds no daemon. Says what it answers.
tightenUmask();
const [home = "", root = ""] = process.argv.slice(2);
const taken = takeLock(daemonLockPath(home as AbsPath), { version });
if (taken.kind !== "taken") throw new Error(`${home} is locked`);
const world = openRecorderWorld(home as AbsPath, defaultConfig, silent);
const reply = await forgetHome(world, ownDoors(home as AbsPath), {
  project: projectId(root as AbsPath),
  what: "paths",
  patterns: [`/${secretPath}`],
  hash: null,
  before: null,
  lasting: true,
});
sayLine({ answers: [JSON.stringify(reply)] });
process.exit(0);
