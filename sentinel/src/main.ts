import process from "node:process";
import { parseArgs } from "node:util";
import { type AbsPath, UnfError, version } from "@unf/core/base";
import { sentinelLockPath } from "@unf/core/home";
import { onSignals, openHome, takeLock, tightenUmask } from "@unf/system";
import { openLog } from "@unf/system/log";
import { Sentinel } from "./sentinel.ts";

async function main(home: AbsPath): Promise<void> {
  if (openHome(home, { create: false }) === "absent") return;
  // Somebody may have removed the directory of the locks: a home that is there lacks none.
  openHome(home, { create: true });
  let sentinel: Sentinel | undefined;
  // Before the lock bears our name: whoever reads it may signal at once, and would end us.
  using _signals = onSignals({ end: () => sentinel?.end(), reload: () => sentinel?.hurry() });
  const taken = takeLock(sentinelLockPath(home), { version });
  if (taken.kind === "held") return;
  using lock = taken.lock;
  using log = openLog(home, "sentinel", "info");
  log.info("sentinel.start", { pid: process.pid, version });
  sentinel = new Sentinel({ home, log, lock });
  await sentinel.run();
  log.info("sentinel.end");
}

// Started by any command that finds no sentinel: `sentinel --home DIR`. Ends at once, and without
// complaint, when another sentinel looks after this home already.
tightenUmask();
const { values } = parseArgs({ options: { home: { type: "string" } } });
if (values.home === undefined) {
  process.stderr.write("unf sentinel: needs --home DIR\n");
  process.exitCode = 2;
} else {
  main(values.home as AbsPath).catch((thrown: unknown) => {
    const isForeseen = thrown instanceof UnfError;
    process.stderr.write(`unf sentinel: ${isForeseen ? thrown.message : String(thrown)}\n`);
    process.exitCode = isForeseen ? 1 : 70;
  });
}
