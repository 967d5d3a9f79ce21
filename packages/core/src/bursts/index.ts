export { type ClockReading, decideLapse, type Lapse, type LapseLimits } from "./lapse.ts";
export { Parting } from "./parting.ts";
export { decideSweepAt, type WaitingSweeps } from "./sweep-pace.ts";
export { type MassLimits, type Touch, TouchWindow } from "./touch-window.ts";
export { decideDeletions, massVanishMax, type VanishFacts, type VanishLimits } from "./vanish.ts";
