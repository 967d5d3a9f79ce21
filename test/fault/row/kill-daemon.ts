import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "@unf/system/digest";
import { until } from "../../kit/index.ts";
import type { Ack } from "../checker/ack.ts";
import { checkHome, checkKilled } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import { type Daemon, startDaemon } from "../daemon.ts";
import type { Interposer } from "../native/interposer.ts";
import type { Place } from "../program/recording.ts";
import { openStage } from "../stage.ts";

/**
 * A whole daemon is killed at a call that changes something in its home, while files are saved and
 * flushed; the next one starts with what is left. One home for all `points` (numbers of calls, from 1).
 */
export async function killDaemonAtCalls(row: {
  readonly interposer: Interposer;
  readonly points: readonly number[];
}): Promise<Measures> {
  using stage = openStage("disk");
  const place = stage.place("daemon");
  const control = join(stage.directory, "rules");
  const env = row.interposer.environment({ control });
  const measures = noFindings();
  const acks: Ack[] = [];
  let daemon = await startDaemon({ place, env });
  try {
    for (const at of row.points) {
      acks.push(...(await saveAndFlush(place, daemon, `before ${at}`)));
      writeFileSync(control, `* ${place.home}/ KILL ${at}\n`);
      const isReached = async (): Promise<boolean> => {
        acks.push(...(await saveAndFlush(place, daemon, `while ${at} ${acks.length}`)));
        return daemon.exitCode !== undefined;
      };
      await until(`call ${at} is reached`, isReached, { limitMs: 60_000 });
      rmSync(control);
      addFindings(measures, checkKilled({ ...place, acks }), `call ${at}, not recovered`);
      const away = { from: Date.now(), to: Date.now() };
      daemon = await startDaemon({ place, env });
      await daemon.request("flush", {});
      // One that runs may be replacing a file of its home just now.
      await end(daemon, measures);
      addFindings(measures, checkHome({ ...place, acks, away: [away] }), `call ${at}`);
      daemon = await startDaemon({ place, env });
    }
    await end(daemon, measures);
  } finally {
    if (daemon.exitCode === undefined) await daemon.signal("SIGKILL");
  }
  return measures;
}

async function end(daemon: Daemon, measures: Measures): Promise<void> {
  await daemon.signal("SIGTERM");
  if (daemon.exitCode !== 0) measures.crash.push(`ended with ${daemon.exitCode}`);
}

/** The acknowledgements: none when the daemon was killed before its answer. */
async function saveAndFlush(place: Place, daemon: Daemon, text: string): Promise<Ack[]> {
  const saved = ["a.txt", "b.txt", "new.txt"].map((name): Ack => {
    const content = `${name} ${text}\n`;
    writeFileSync(join(place.root, name), content);
    return { path: name, hash: digest(new TextEncoder().encode(content)), by: "flush" };
  });
  return daemon.request("flush", {}).then(
    () => saved,
    () => [],
  );
}
