import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AbsPath } from "@unf/core/base";
import type { Story } from "../../e2e/story.ts";
import { ToldRows } from "../../kit/told-rows.ts";

/** Processor time of all threads that a process has. Unit: ms. */
function ranMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ran = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return ran.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

/** The share of one core that a process takes in that time. */
export async function shareOf(pid: number, forMs: number): Promise<number> {
  const [from, ran] = [performance.now(), ranMs(pid)];
  await pause(forMs);
  return (ranMs(pid) - ran) / (performance.now() - from);
}

/** From a save to the word of the daemon that its row is durable. Unit: ms. */
export async function timeSaves({ home }: Story, saves: number, name: string): Promise<number[]> {
  const told = new ToldRows(home.unfHome as AbsPath, home.project as AbsPath);
  await pause(500);
  const samples: number[] = [];
  for (let n = 0; n < saves; n += 1) {
    const path = `timed-${name}.txt`;
    const start = performance.now();
    writeFileSync(join(home.project, path), `saved ${name} ${n}\n`.repeat(100));
    await told.until(path);
    samples.push(performance.now() - start);
    await pause(120);
  }
  told.end();
  return samples;
}
