import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { testSeed } from "../kit/index.ts";
import { assertNothingFound } from "./checker/measures.ts";
import { openInterposer } from "./native/interposer.ts";
import { openDisk } from "./power/disk.ts";
import { chooseEvery } from "./row/choose-calls.ts";
import { cutAtCalls } from "./row/cut-calls.ts";
import { type Cut, cutPower } from "./row/power-cut.ts";
import { isLong, openStage } from "./stage.ts";

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});

const seed = testSeed();

for (const format of ["ext4", "xfs"] as const) {
  test(`a power cut on ${format} takes nothing that was acknowledged`, async (t) => {
    const aimed: Cut[] = [
      { after: "small" },
      { after: "bulk" },
      { after: "drain" },
      { after: "drainMany" },
      { after: "collect" },
      { after: "packing" },
    ];
    const random = Array.from({ length: isLong ? 100 : 4 }, (_, at): Cut => {
      return { seed: seed + at, batches: 3 + ((seed + at * 7) % 23) };
    });
    const measures = await cutPower({ format, cuts: [...aimed, ...random] });
    if (typeof measures === "string") t.skip(measures);
    else assertNothingFound(measures);
  });
}

test("a disk that somebody else still has mounted starts again with what is on it, and no more", async (t) => {
  using stage = openStage();
  const disk = openDisk(stage.directory, "ext4");
  if (typeof disk === "string") {
    t.skip(disk);
    return;
  }
  await using _ = disk;
  const other = spawn("unshare", ["--mount", "sh", "-c", "echo ready; exec cat"]);
  try {
    await once(other.stdout, "data");
    const path = join(disk.directory, "a");
    writeFileSync(path, "flushed", { flush: true });
    writeFileSync(`${path}-volatile`, "not flushed");
    disk.cut();
    await disk.restart();
    assert.deepEqual(
      readdirSync(disk.directory).filter((name) => name !== "lost+found"),
      ["a"],
    );
    assert.equal(readFileSync(path, "utf8"), "flushed");
  } finally {
    other.kill("SIGKILL");
    await once(other, "close");
  }
});

/** Of the short form: when the first object is in the trash, and when the first pack is in its place. */
const telling = {
  collect: (calls: readonly string[]) => [
    calls.findIndex((call) => /^rename .*\/objects\//.test(call)) + 2,
  ],
  packing: (calls: readonly string[]) => [
    calls.findIndex((call) => /^unlink .*\/objects\//.test(call)) + 1,
  ],
} as const;

for (const scenario of ["collect", "packing"] as const) {
  test(`a power cut in the middle of "${scenario}" takes nothing that was acknowledged`, async (t) => {
    if (typeof interposer === "string") {
      t.skip(interposer);
      return;
    }
    const choose = isLong ? chooseEvery : telling[scenario];
    const cut = await cutAtCalls({ interposer, scenario, choose });
    if (typeof cut === "string") {
      t.skip(cut);
      return;
    }
    t.diagnostic(`${cut.points} cuts`);
    assertNothingFound(cut.measures);
  });
}

test("a flush that failed and was followed by a power cut was not acknowledged", async (t) => {
  if (typeof interposer === "string") {
    t.skip(interposer);
    return;
  }
  const few: Cut[] = [
    { after: "small", syncFails: 1 },
    { after: "bulk", syncFails: 1 },
    { after: "bulk", syncFails: 2 },
    { after: "drain", syncFails: 2 },
    { after: "drainMany", syncFails: 1 },
    { after: "collect", syncFails: 1 },
  ];
  const all = (["small", "bulk", "drain", "drainMany", "collect"] as const).flatMap((scenario) =>
    Array.from({ length: 12 }, (_, at): Cut => ({ after: scenario, syncFails: at + 1 })),
  );
  const measures = await cutPower({ format: "ext4", cuts: isLong ? all : few, interposer });
  if (typeof measures === "string") t.skip(measures);
  else assertNothingFound(measures);
});
