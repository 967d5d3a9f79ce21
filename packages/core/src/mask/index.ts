export { isEnvFile, planMask } from "./mask.ts";
