import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "@unf/system/digest";
import { until } from "../../kit/index.ts";
import type { Ack } from "../checker/ack.ts";
import { checkHome } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import { type Daemon, startDaemon } from "../daemon.ts";
import type { Interposer } from "../native/interposer.ts";
import { openStage } from "../stage.ts";

/**
 * Every call of a daemon that changes its home fails until it has told a flush that it cannot record.
 * Then the fault is over, and it has to record again by itself, with a gap.
 */
export async function failDaemon(row: {
  readonly interposer: Interposer;
  readonly error: string;
}): Promise<Measures> {
  using stage = openStage("disk");
  const place = stage.place("failing");
  const measures = noFindings();
  const control = join(stage.directory, "rules");
  const env = row.interposer.environment({ control });
  const acks: Ack[] = [];
  let daemon = await startDaemon({ place, env });
  const save = (name: string, text: string): Ack => {
    writeFileSync(join(place.root, name), text);
    return { path: name, hash: digest(new TextEncoder().encode(text)), by: "flush" };
  };
  const saveAndFlush = async (text: string): Promise<void> => {
    const saved = ["a.txt", "b.txt", "c.txt"].map((name) => save(name, `${name} ${text}\n`));
    await daemon.request("flush", {});
    acks.push(...saved);
  };
  try {
    await saveAndFlush("before");
    writeFileSync(control, `* ${place.home}/ ${row.error} 1+\n`);
    save("a.txt", "while nothing can be written\n");
    await until("the daemon has noticed", () => hasFailed(daemon));
    const from = Date.now();
    save("b.txt", "while nothing can be written\n");
    const to = Date.now();
    rmSync(control);
    if (daemon.exitCode !== undefined) {
      measures.crash.push(`a failing disk ended the daemon with ${daemon.exitCode}`);
      daemon = await startDaemon({ place, env });
    }
    await until("it records again", () => saveAndFlush("after").then(() => true), {
      everyMs: 200,
    });
    await daemon.signal("SIGTERM");
    if (daemon.exitCode !== 0) measures.crash.push(`ended with ${daemon.exitCode}`);
    addFindings(measures, checkHome({ ...place, acks, away: [{ from, to }] }), row.error);
    return measures;
  } finally {
    if (daemon.exitCode === undefined) await daemon.signal("SIGKILL");
  }
}

async function hasFailed(daemon: Daemon): Promise<boolean> {
  if (daemon.exitCode !== undefined) return true;
  return daemon.request("flush", {}).then(
    () => false,
    () => true,
  );
}
