import { spawn } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { testEnvironment, until, wordsOf } from "../../kit/index.ts";
import type { Fault, Stage } from "../fault.ts";
import { isAlive } from "../place.ts";
import { type Span, watchRecovery } from "../watch.ts";

/** Where distributions put it. */
const folders = [
  "/usr/lib/x86_64-linux-gnu/faketime",
  "/usr/lib/aarch64-linux-gnu/faketime",
  "/usr/lib64/faketime",
  "/usr/lib/faketime",
  "/usr/local/lib/faketime",
];

export const clock: Fault = {
  name: "clock two hours on, and back",
  counts: "from each step",
  spanMs: 20_000,
  mustSay: false,
  skip: () =>
    findLibrary() === undefined ? "needs libfaketime, which is not installed" : undefined,
  play,
};

/** `UNF_SOAK_FAKETIME` names it where it lies elsewhere. */
function findLibrary(): string | undefined {
  const { UNF_SOAK_FAKETIME: given } = process.env;
  if (given !== undefined) return given;
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .find((path) => path.endsWith("libfaketime.so.1"));
}

/** With a daemon of our own: those that unf starts inherit no such variable. */
async function play({ place, limitMs }: Stage): Promise<Span> {
  await place.must("stop");
  const shift = join(place.home.root, "clock-shift");
  writeFileSync(shift, "+0");
  const more = {
    LD_PRELOAD: findLibrary(),
    FAKETIME_TIMESTAMP_FILE: shift,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  const [file, ...words] = wordsOf("daemon");
  const child = spawn(file, [...words, "--home", place.unfHome], {
    env: testEnvironment(place.home, more),
    stdio: "ignore",
  });
  const spans: Span[] = [];
  try {
    await until("it is the daemon", () => place.pid("daemon") === child.pid, { limitMs: 90_000 });
    for (const step of ["+7200", "-7200", "+0"]) {
      writeFileSync(shift, step);
      spans.push(await watchRecovery(place, { since: performance.now(), limitMs, asks: true }));
    }
  } finally {
    child.kill("SIGTERM");
    await until("it has ended", () => child.pid === undefined || !isAlive(child.pid), {
      limitMs: 90_000,
    });
    await place.must("start");
  }
  const [worst] = spans.sort((a, b) => (b.ms ?? Infinity) - (a.ms ?? Infinity));
  return worst ?? { ms: undefined, sayings: { asked: 0, said: 0, words: undefined } };
}
