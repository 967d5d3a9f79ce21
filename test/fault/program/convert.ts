import process from "node:process";
import { type AbsPath, systemCode, UnfError } from "@unf/core/base";
import { raiseFormat, tightenUmask } from "@unf/system";
import { convertFormer } from "@unf/wiring/recorder";
import { silent } from "../checker/secret-home.ts";
import { sayLine } from "./say.ts";

// `convert.ts HOME exit|hold`: brings a home that an older program left up to date, as a daemon does at
// its start, and says that it has done so, or why not; then it ends, or stays.
tightenUmask();
const [home = "", end = ""] = process.argv.slice(2);
try {
  raiseFormat(home as AbsPath);
  convertFormer(home as AbsPath, silent);
  sayLine({ done: true });
} catch (thrown) {
  // The machine's failures; anything else is a mistake of the program's.
  if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
  sayLine({ told: { exit: 1, text: String(thrown) } });
}
if (end === "hold") setInterval(() => undefined, 1000);
else process.exit(0);
