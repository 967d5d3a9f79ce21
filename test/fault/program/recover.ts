import { readFileSync } from "node:fs";
import process from "node:process";
import type { AbsPath, WallMs } from "@unf/core/base";
import { clearTemporaries, readIntent, tightenUmask } from "@unf/system";
import { type Place, Recording } from "./recording.ts";
import { sayLine } from "./say.ts";

// `recover.ts FILE`: FILE is JSON, a list of places. Each is recorded again as after a restart, one
// more file is saved there, and it is closed. One line says how each went.
tightenUmask();
const places = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Place[];
let current: Place | undefined;

const fail = (thrown: unknown): void => {
  sayLine({ home: current?.home, crash: thrown instanceof Error ? thrown.stack : String(thrown) });
};
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);

for (const place of places) {
  current = place;
  try {
    const recording = await Recording.open(place, () => undefined);
    // As a daemon does that starts a day later.
    clearTemporaries(place.home as AbsPath, (Date.now() + 86_400_000) as WallMs);
    await recording.start();
    recording.write("after.txt", `recorded after the fault, at ${place.root}\n`);
    recording.hint();
    await recording.flush();
    const intent = readIntent(place.home as AbsPath);
    await recording.close();
    const generation = intent.kind === "known" ? intent.intent.generation : intent.kind;
    sayLine({ home: place.home, generation });
  } catch (thrown) {
    fail(thrown);
  }
}
process.exit(0);
