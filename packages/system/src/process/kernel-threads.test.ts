import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readKernelParent } from "./kernel-threads.ts";
import { tryRead } from "./try-read.ts";

const module = new URL("kernel-threads.ts", import.meta.url).href;
const asked = `import { readKernelParent } from "${module}"; console.log(readKernelParent());`;
/** The shell is the first process there, and Node the second. */
const script = `"$0" --input-type=module -e '${asked}'; true`;
const apart = ["--pid", "--fork", "--mount-proc", "sh", "-c"];
const lacks = spawnSync("unshare", [...apart, "true"]).status === 0 ? false : "no own processes";

test("who has the number of the kernel's threads in a container is somebody", {
  skip: lacks,
}, () => {
  const { stdout, stderr } = spawnSync("unshare", [...apart, script, process.execPath], {
    encoding: "utf8",
  });
  assert.deepEqual([stdout, stderr], ["-1\n", ""]);
});

test("threads of the kernel are below one process, where they are seen", () => {
  // Of a process without a program not even the size of it is told.
  const memory = tryRead(() => readFileSync("/proc/2/statm", "utf8"));
  assert.equal(readKernelParent(), memory?.startsWith("0 0 ") === true ? 2 : -1);
});
