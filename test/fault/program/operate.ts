import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import process from "node:process";
import { tightenUmask } from "@unf/system";
import { readPicture } from "../checker/picture.ts";
import { type OperationName, operations, tellOutcome } from "./operation.ts";
import { Recording } from "./recording.ts";
import { sayLine } from "./say.ts";

// `operate.ts HOME ROOT OPERATION exit|hold [RULES]`: makes a tree with a history and lets unf change
// it; RULES are given to the interposer between the two. Says what the tree is before and is to be
// after, then what a command would answer; and ends, or stays as a daemon would.
tightenUmask();
const [home = "", root = "", name = "", end = "", rules] = process.argv.slice(2);
const recording = await Recording.open({ home, root }, () => undefined);
await recording.start();
const { act, after } = await operations[name as OperationName](recording);
// Files that people saved some time ago are on the disk.
if (end === "hold") spawnSync("sync", ["-f", root]);
sayLine({ trees: { before: readPicture(root), after } });
const control = process.env.FAULT_CONTROL;
if (control !== undefined && rules !== undefined) writeFileSync(control, `${rules}\n`);
sayLine({ told: await tellOutcome(act) });
if (end === "hold") setInterval(() => undefined, 1000);
else process.exit(0);
