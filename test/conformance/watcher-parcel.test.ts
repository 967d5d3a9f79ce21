import { test } from "node:test";
import { until } from "../kit/index.ts";
import { runRaces } from "./watcher-races.ts";
import { runScenarios } from "./watcher-scenarios.ts";
import { setStage } from "./watcher-stage.ts";

const onLinux = { skip: process.platform === "linux" ? false : "run on Linux only so far" };

runScenarios("parcel");
runRaces("parcel");

test("parcel hands over each new directory to be walked, twice", onLinux, async () => {
  await using stage = await setStage("parcel");
  stage.write("new/deep/file");
  const walks = () =>
    stage.model.hints.filter((hint) => hint.kind === "directory" && hint.path === "new");
  await until("it was walked when it came and once more", () => walks().length >= 2);
  await stage.model.agrees("after the second walk");
});
