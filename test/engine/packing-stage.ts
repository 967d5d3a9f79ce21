import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type PackingPorts, type PackingReport, packCold } from "@unf/engine";
import type { Random } from "./random.ts";
import type { Stage } from "./stage.ts";

export const day = 24 * 3_600_000;

/** Packs the stage's store, as if `laterMs` had gone by since its newest object was written. */
export function packStage(
  stage: Stage,
  more: Partial<PackingPorts> & { readonly laterMs?: number } = {},
): Promise<PackingReport> {
  const quiet = () => undefined;
  return packCold({
    now: (stage.clock.wall() + (more.laterMs ?? 0)) as WallMs,
    limits: { ...limits.pack, graceMs: -2 * day, countMin: 1 },
    contents: stage.contents,
    timelines: [stage.timeline],
    breathe: async () => undefined,
    isIdle: () => true,
    hasRoom: () => true,
    mayWrite: quiet,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    ...more,
  });
}

/** A project in which some files were edited once a day for some days; what each row holds. */
export async function history(
  stage: Stage,
  random: Random,
  days = 20,
): Promise<Map<number, string>> {
  const texts = ["a.txt", "dir/b.txt", "c.md"].map((path) => ({
    path,
    lines: Array.from({ length: 30 }, () => `${random.below(1e9)}`),
  }));
  const seen = new Map<number, string>();
  for (const { path, lines } of texts) stage.write(path, lines.join("\n"));
  await stage.start();
  for (let n = 0; n < days; n += 1) {
    await stage.clock.advance(10_000);
    stage.clock.jump(day);
    for (const { path, lines } of texts) {
      if (random.chance(0.3)) continue;
      lines[random.below(lines.length)] = `${random.below(1e9)}`;
      stage.save(path, lines.join("\n"));
    }
    await stage.flush();
  }
  await stage.clock.advance(60_000);
  await stage.flush();
  stage.storeObjects();
  for (const row of stage.rows()) if (row.hash !== null) seen.set(row.id, stage.contentOf(row));
  return seen;
}

export function objectsOf(stage: Stage): Set<string> {
  const directory = join(stage.directory, "objects");
  const digits = readdirSync(directory).filter((name) => name.length === 2);
  return new Set(
    digits.flatMap((two) => readdirSync(join(directory, two)).map((name) => two + name)),
  );
}

export function assertReadable(stage: Stage, seen: ReadonlyMap<number, string>): void {
  for (const row of stage.rows()) {
    if (row.hash !== null) assert.equal(stage.contentOf(row), seen.get(row.id), `v${row.id}`);
  }
}
