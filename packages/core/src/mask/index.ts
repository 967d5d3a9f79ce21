export { isEnvFile, planMask } from "./mask.ts";
export { SecretMarks } from "./secret-marks.ts";
