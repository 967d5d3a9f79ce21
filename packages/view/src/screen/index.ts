export type { Entry, EntryFile } from "../happenings/entry.ts";
export { drawScreen } from "./draw.ts";
export type { FileVersion, Listing } from "./entries.ts";
export type { Frame, Look, Viewing } from "./frame.ts";
export type { ScreenOrder } from "./orders.ts";
export { type PlannedFile, type PlanValue, summaryOfPlan } from "./plan.ts";
export {
  type Counted,
  type Detail,
  type DetailLine,
  type DetailRequest,
  type ListRequest,
  openScreen,
  type Request,
  type ScreenEvent,
  type ScreenState,
  type WholeRequest,
} from "./state.ts";
export { beginScreen, stepScreen } from "./step.ts";
