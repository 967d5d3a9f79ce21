export { decideTrouble, type TroubleFacts, type TroubleScope } from "./decide-trouble.ts";
export { type Notice, planNotices, planWait } from "./plan-notices.ts";
export type {
  BusyNote,
  ConditionNote,
  ProjectTrouble,
  SupervisionNote,
  Trouble,
} from "./trouble.ts";
