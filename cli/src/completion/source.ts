/** Where candidates are that no table holds. */
export type Source =
  | "files"
  | "directories"
  | "programs"
  | "deleted"
  | "checkpoints"
  | "instants"
  | "turns"
  | "sessions"
  | "operations"
  | "agents"
  | "settings"
  | "commands"
  | "topics"
  | "schemas";

/** The sources of a place in a usage line of this command. Several: the one and the other. */
export function sourceOfPlace(command: string, place: string): readonly Source[] {
  const own = ofCommand[command]?.[place];
  return own ?? places[place] ?? [];
}

/** The sources of a flag's value, named as in help: `<time>`. */
export function sourceOfFlag(command: string, flag: string, value: string): readonly Source[] {
  const own = ofFlag[flag];
  if (own !== undefined) return own;
  if (flag.includes("checkpoint")) return ["checkpoints"];
  return sourceOfPlace(command, value.replace(/^<(.*)>$/, "$1"));
}

const ofFlag: Readonly<Record<string, readonly Source[]>> = {
  agent: ["agents"],
  author: ["agents"],
  session: ["sessions"],
  turn: ["turns"],
};

const places: Readonly<Record<string, readonly Source[]>> = {
  path: ["files", "deleted"],
  file: ["files"],
  glob: ["files"],
  dir: ["directories"],
  checkpoint: ["checkpoints"],
  "numbers, path or all": ["deleted"],
  project: ["directories"],
  root: ["directories"],
  time: ["instants"],
  op: ["operations"],
  turn: ["turns"],
  "t-12": ["turns"],
  session: ["sessions"],
  "s-7f3a": ["sessions"],
  agent: ["agents"],
  key: ["settings"],
};

/** Words that mean something else there. */
const ofCommand: Readonly<Record<string, Readonly<Record<string, readonly Source[]>>>> = {
  checkpoint: { name: ["checkpoints"] },
  deleted: { path: ["deleted"] },
  du: { path: ["files"] },
  stats: { path: ["files"] },
  exec: { command: ["programs"] },
  help: { command: ["commands"], topic: ["topics"] },
  man: { command: ["commands", "topics"] },
  restore: { "deleted path": ["deleted"] },
  schema: { name: ["schemas"] },
  session: { id: ["sessions"] },
  ignore: { path: ["files"] },
};
