import { after, test } from "node:test";
import { assertNothingFound } from "./checker/measures.ts";
import { openInterposer } from "./native/interposer.ts";
import { superviseSilent } from "./row/silent-daemon.ts";
import { recordAmongSpecialFiles, swapForFifo } from "./row/special-files.ts";
import { overflowWhileStopped } from "./row/stopped-watcher.ts";

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;
const onLinux = { skip: process.platform === "linux" ? false : "needs inotify" };

test(
  "events that were lost while the daemon was stopped are a gap, and a flush finds all",
  onLinux,
  async () => {
    assertNothingFound(await overflowWhileStopped({ asked: true }));
  },
);

test("what lost events were about is found without being asked for", onLinux, async () => {
  assertNothingFound(await overflowWhileStopped({ asked: false }));
});

test("FIFOs, sockets and devices are not opened and stop nothing", onLinux, async () => {
  assertNothingFound(await recordAmongSpecialFiles());
});

test("a FIFO that takes the place of a file as it is opened stops nothing", { skip }, async () => {
  if (typeof interposer === "string") return;
  assertNothingFound(await swapForFifo({ interposer, limitMs: 60_000 }));
});

test("a daemon that keeps its lock and answers no more is ended by the sentinel", async () => {
  assertNothingFound(await superviseSilent());
});
