import type { Act } from "../scene.ts";
import { agentsActs } from "./agents.ts";
import { disksActs } from "./disks.ts";
import { givingActs } from "./giving.ts";
import { keepingActs } from "./keeping.ts";
import { nestingActs } from "./nesting.ts";
import { ordersActs } from "./orders.ts";
import { peoplesActs } from "./people.ts";
import { restoringActs } from "./restoring.ts";
import { troubleActs } from "./trouble.ts";

/** Every kind of act, in an order that seeds depend on. */
export const acts: readonly Act[] = [
  ...peoplesActs,
  ...agentsActs,
  ...restoringActs,
  ...ordersActs,
  ...keepingActs,
  ...troubleActs,
  ...disksActs,
  ...nestingActs,
  ...givingActs,
];
