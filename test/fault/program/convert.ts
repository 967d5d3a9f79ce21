import process from "node:process";
import type { AbsPath, Log } from "@unf/core";
import { raiseFormat, tightenUmask } from "@unf/system";
import { convertFormer } from "@unf/wiring/recorder";

// `convert.ts HOME`: brings a home that an older program left up to date, as a daemon does at its
// start, and ends. Says nothing.
tightenUmask();
const [home = ""] = process.argv.slice(2);
const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
raiseFormat(home as AbsPath);
convertFormer(home as AbsPath, silent);
