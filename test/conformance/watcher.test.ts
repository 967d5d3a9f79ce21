import { runRaces } from "./watcher-races.ts";
import { runScenarios } from "./watcher-scenarios.ts";

runScenarios("directory");
runRaces("directory");
runScenarios("inotify");
runRaces("inotify");
