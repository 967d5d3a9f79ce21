export { decideTrouble, type TroubleFacts, type TroubleScope } from "./decide-trouble.ts";
export type { ConditionNote, ProjectTrouble, SupervisionNote, Trouble } from "./trouble.ts";
