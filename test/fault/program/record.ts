import { writeFileSync } from "node:fs";
import process from "node:process";
import { tightenUmask } from "@unf/system";
import { Recording } from "./recording.ts";
import { sayLine } from "./say.ts";
import { type ScenarioName, scenarios } from "./scenario.ts";

// `record.ts HOME ROOT SCENARIO exit|ack|hold [RULES]`: plays a scenario; RULES are given to the
// interposer between its two parts. Then it ends; or it was killed at its next acknowledgement; or
// it stays, as a daemon would, even when the scenario has failed.
tightenUmask();
const [home = "", root = "", name = "", end = "", rules] = process.argv.slice(2);
const scenario = scenarios[name as ScenarioName];
let killAtAck = false;
const recording = await Recording.open({ home, root }, (said) => {
  sayLine(said);
  if (killAtAck && "acks" in said && said.acks.some(({ by }) => by === "flush")) {
    process.kill(process.pid, "SIGKILL");
  }
});
await recording.start();
await scenario.prepare(recording);
killAtAck = end === "ack";
const control = process.env.FAULT_CONTROL;
if (control !== undefined && rules !== undefined) writeFileSync(control, `${rules}\n`);
try {
  await scenario.act(recording);
} catch (thrown) {
  if (end !== "hold") throw thrown;
}
sayLine({ done: true });
if (end === "hold") setInterval(() => undefined, 1000);
else process.exit(0);
