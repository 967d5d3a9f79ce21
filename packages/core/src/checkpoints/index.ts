export { checkpointId, findCheckpoint, refuseLabel, refuseName } from "./checkpoint-name.ts";
