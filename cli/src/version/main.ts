import process from "node:process";
import { openSink, ReaderGone } from "../frame/terminal/output.ts";
import { versionLine } from "./version-line.ts";

// `unf --version` without another word, which asks nothing of the rest of the program.
try {
  openSink(1).write(`${versionLine()}\n`);
} catch (thrown) {
  if (!(thrown instanceof ReaderGone)) throw thrown;
}
process.exit(0);
