import process from "node:process";
import { tightenUmask } from "@unf/system";
import { Recording } from "./recording.ts";
import { sayLine } from "./say.ts";

// `load.ts HOME ROOT SEED`: saves, flushes and closes without end until something ends it: one to
// five files mostly, now and then more than the inbox takes, now and then a restart.
tightenUmask();
const [home = "", root = "", seed = "1"] = process.argv.slice(2);
let state = Number(seed);

/** A whole number below `below`; mulberry32. */
function draw(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

let recording = await open();
for (let round = 0; ; round += 1) {
  const files = draw(12) === 0 ? 280 : 1 + draw(5);
  for (let n = 0; n < files; n += 1) {
    const name = files > 5 ? `bulk/${round % 3}-${n}.txt` : `f${draw(40)}.txt`;
    recording.write(name, `${seed} round ${round} file ${n}\n`.repeat(1 + draw(30)));
  }
  if (draw(2) === 0) recording.hint();
  await recording.flush();
  if (draw(8) === 0) {
    await recording.close();
    recording = await open();
  }
}

async function open(): Promise<Recording> {
  const opened = await Recording.open({ home, root }, sayLine);
  await opened.start();
  return opened;
}
