export { isEnvFile, type Mask, type MaskDegree, planMask } from "./mask.ts";
