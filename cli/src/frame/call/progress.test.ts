import assert from "node:assert/strict";
import { test } from "node:test";
import { openProgress, renderProgress } from "./progress.ts";
import { wipeStandingLine } from "./standing-line.ts";

const scanning = { phase: "scanning", files: 1842, recorded: 1611, total: null } as const;

test("without a total the line counts, with one it has a bar", () => {
  assert.equal(
    renderProgress("Scanning", scanning, true),
    "   Scanning  1 842 files, 1 611 recorded",
  );
  assert.equal(
    renderProgress("Restoring", { phase: "applying", files: 5, recorded: 0, total: 10 }, true),
    "  Restoring  ############------------ 5 of 10 files",
  );
});

test("more files than were expected do not break the bar", () => {
  const line = renderProgress("Scanning", { ...scanning, total: 10 }, true);
  assert.match(line, /#{24} 1 842 of 10/);
});

test("a line about which nothing new is told says for how long, until it is wiped away", () => {
  let [now, text] = [0, ""];
  const rings = new Set<() => void>();
  const world = {
    now: () => now,
    every: (_ms: number, tick: () => void) => {
      rings.add(tick);
      return { [Symbol.dispose]: () => void rings.delete(tick) };
    },
    stderr: {
      write: (more: string) => {
        text = more.replace("\r\x1b[K", "");
      },
    },
  };
  const call = { world, terminal: { mayAnimate: true, isAsciiOnly: true, width: 60 } } as never;
  const after = (ms: number): string => {
    now += ms;
    for (const ring of rings) ring();
    return text.trim();
  };
  {
    using line = openProgress(call, "Undoing");
    line.update({ ...scanning, phase: "planning" });
    assert.equal(after(299), "", "what is over soon is not told");
    assert.equal(after(1), "Looking at  1 842 files, 1 611 recorded");
    assert.equal(after(1700), "Looking at  1 842 files, 1 611 recorded, 2 s");
    line.update({ ...scanning, phase: "planning" });
    assert.equal(after(1000), "Looking at  1 842 files, 1 611 recorded, 3 s", "the same again");
    line.update({ ...scanning, phase: "staging" });
    assert.equal(after(1000), "Preparing  1 842 files, 1 611 recorded");
    line.update({ phase: "staging", files: 0, recorded: 0, total: null });
    assert.equal(after(100), "Preparing", "before there is anything to count");
  }
  assert.equal(after(5000), "");
  {
    using _ = openProgress(call, "Waiting");
    assert.equal(after(299), "");
    assert.equal(after(101), "Waiting", "also where nothing is told at all");
    assert.equal(after(2000), "Waiting, 2 s");
  }
  assert.equal(text, "");
  {
    using line = openProgress(call, "Waiting");
    line.update(scanning);
    assert.equal(after(400), "Waiting  1 842 files, 1 611 recorded");
    wipeStandingLine(world.stderr);
    assert.equal(text, "", "a line that stays finds an empty one");
    assert.equal(after(100), "Waiting  1 842 files, 1 611 recorded", "and the other goes on below");
  }
  text = "stays";
  wipeStandingLine(world.stderr);
  assert.equal(text, "stays", "nothing stands there any more");
});

test("on a terminal that is gone the line is drawn and wiped by nobody, and the work goes on", () => {
  const rings: (() => void)[] = [];
  let tries = 0;
  const world = {
    now: () => 1000 * rings.length,
    every: (_ms: number, tick: () => void) => {
      rings.push(tick);
      return { [Symbol.dispose]: () => undefined };
    },
    stderr: {
      write: () => {
        tries += 1;
        throw Object.assign(new Error("write EIO"), { code: "EIO", syscall: "write" });
      },
    },
  };
  const call = { world, terminal: { mayAnimate: true, isAsciiOnly: true, width: 60 } } as never;
  {
    using line = openProgress(call, "Undoing");
    line.update(scanning);
    rings[0]?.();
  }
  assert.equal(tries, 2, "drawn once, wiped once");
});
