import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../kit/index.ts";
import { checkHome } from "../checker/check-home.ts";
import { addFindings, failing, type Measures, noFindings } from "../checker/measures.ts";
import { startDaemon } from "../daemon.ts";
import { openStage } from "../stage.ts";

/** The kernel keeps this many events for a watcher that does not read, then drops the others. */
const queuedEvents = 16_384;
const files = 64;

/**
 * Stops the daemon, saves more often than the kernel keeps events for, lets it go on and looks
 * whether the loss is noticed. `asked`: what was missed is asked for by a flush; else it must be
 * found without being asked for.
 */
export async function overflowWhileStopped(row: {
  readonly asked: boolean;
  readonly tree?: string;
}): Promise<Measures> {
  using stage = openStage("disk");
  const place = stage.place("stopped");
  const measures = noFindings();
  const save = (n: number): void => {
    writeFileSync(join(place.root, `f${n % files}.txt`), `saved for the ${n}th time\n`);
  };
  for (let n = 0; n < files; n += 1) save(n);
  const daemon = await startDaemon({
    place,
    ...(row.tree === undefined ? {} : { tree: row.tree }),
  });
  try {
    await daemon.request("flush", {});
    await daemon.signal("SIGSTOP");
    const from = Date.now();
    // Every save is two events at least: the file was written, and closed.
    for (let n = 0; n < queuedEvents / 2 + 4 * files; n += 1) save(n);
    const to = Date.now();
    await daemon.signal("SIGCONT");
    const check = (): Measures =>
      checkHome({ ...place, acks: [], away: [{ from, to, reason: "overflow" }] });
    if (row.asked) {
      await daemon.request("flush", {});
    } else {
      const isWhole = () => Object.keys(failing(check())).length === 0;
      await until("everything is recorded, and nothing is under way", isWhole, {
        limitMs: 60_000,
        everyMs: 500,
      }).catch(() => undefined);
    }
    // It may be replacing a file of its home just now.
    addFindings(measures, { ...check(), leftovers: [] }, "while it records");
    await daemon.signal("SIGTERM");
    if (daemon.exitCode !== 0) measures.crash.push(`ended with ${daemon.exitCode}`);
    addFindings(measures, check(), "after its end");
  } finally {
    if (daemon.exitCode === undefined) await daemon.signal("SIGKILL");
  }
  return measures;
}
