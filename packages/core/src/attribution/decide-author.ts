import { type Author, type Candidate, type Confidence, unknownAuthor } from "../timeline/author.ts";
import {
  type AgentCall,
  type CallEvidence,
  isCovered,
  isJustMissed,
  isUnseen,
  judgeCall,
  type WriteFacts,
  type WriterProcess,
} from "./evidence.ts";

export interface Attributed {
  readonly author: Author;
  /** Candidates for the row where its author is ambiguous; else empty. */
  readonly candidates: readonly Candidate[];
}

interface Suspect extends Candidate {
  readonly agent: string;
  readonly isContested: boolean;
}

/**
 * Decides the author of a change by the strongest evidence there is: a tool call that named this
 * content, one that named this path, the process that wrote, a shell command that ran at that time.
 * A call that named the path and of which nobody knows whether it wrote leaves it ambiguous. Only
 * who was at work when the file was changed comes into question. Where evidence of one strength
 * speaks for several sessions, the writing process decides among them, else the author is
 * ambiguous. A command is not asked about what a process wrote that is certainly not its own, and
 * does not stand alone where somebody who is no agent's can have written it, too, or where nothing
 * of it was ever seen. Nor does one that ran when a file was told to be gone stand alone where a
 * call that had named the path ended just before. An agent that tells of no calls is the author
 * where its processes alone can have made the change.
 */
export function decideAuthor(facts: WriteFacts): Attributed {
  const { writtenAt, process } = facts;
  const held = process !== null && isCovered(process, writtenAt) ? process : null;
  const writer = held !== null && "session" in held ? held : null;
  const calls = facts.calls.filter((call) => isCovered(call, writtenAt));
  const saying = (evidence: CallEvidence) =>
    calls
      .filter((call) => judgeCall(call, facts) === evidence)
      .map((call) => asSuspect(call, facts));
  for (const evidence of ["content", "path"] as const) {
    const claimed = saying(evidence);
    if (claimed.length > 0) return nameClaim(claimed, writer);
  }
  const strangerTo = held !== null && "strangerTo" in held ? held.strangerTo : [];
  const isAsked = ({ session }: Suspect) => !strangerTo.includes(session);
  const windows = withHint(saying("window").filter(isAsked), held);
  if (writer !== null) return nameWriter(writer, windows);
  const trees = (facts.trees ?? []).map((one) => ({ ...one, toolCall: null })).filter(isAsked);
  const doubtful = saying("doubt").filter(isAsked);
  if (doubtful.length > 0) return several([...doubtful, ...windows, ...trees]);
  if (trees.length > 0) return nameTree([...windows, ...trees]);
  return name(windows.length === 0 ? [] : [...windows, ...justMissed(facts)], "window");
}

/** Where several have claimed it, the process that wrote decides among them. */
function nameClaim(claimed: readonly Suspect[], writer: WriterProcess | null): Attributed {
  const own = claimed.filter(({ session }) => session === writer?.session);
  return name(own.length > 0 ? own : claimed, "hook");
}

/** The process that wrote is of a session: of a command that ran, or of the session alone. */
function nameWriter(
  { agent, session, turn }: WriterProcess,
  windows: readonly Suspect[],
): Attributed {
  const own = windows.filter((one) => one.session === session);
  const itself = { agent, session, turn, toolCall: null, isContested: false };
  return name(own.length > 0 ? own : [itself], "process");
}

/** An agent without hooks is the only one who can have made the change, or one of several. */
function nameTree(suspects: readonly Suspect[]): Attributed {
  const [only, ...others] = suspects;
  if (only === undefined || others.length > 0 || only.isContested) return several(suspects);
  return name(suspects, "process");
}

/** Calls that had named the file and ended just before it was told to be gone. */
function justMissed(facts: WriteFacts): readonly Suspect[] {
  const isOther = (call: AgentCall) =>
    isJustMissed(call, facts) && (judgeCall(call, facts) ?? "window") !== "window";
  return facts.calls.filter(isOther).map((call) => asSuspect(call, facts));
}

/** A hint alone leaves it open whether the session wrote. */
function withHint(commands: readonly Suspect[], held: WriteFacts["process"]): readonly Suspect[] {
  if (held === null || !("hinted" in held)) return commands;
  const { hinted } = held;
  const suspect = { ...hinted, toolCall: null, isContested: true };
  return commands.some(({ session }) => session === hinted.session)
    ? commands.map((one) => ({ ...one, isContested: true }))
    : [...commands, suspect];
}

function asSuspect(call: AgentCall, facts: WriteFacts): Suspect {
  const { agent, session, turn, id, isContested = false } = call;
  return { agent, session, turn, toolCall: id, isContested: isContested || isUnseen(call, facts) };
}

/** Says of several what they have in common: tool calls of one session leave no doubt about it. */
function name(suspects: readonly Suspect[], confidence: Confidence): Attributed {
  if (suspects.length === 0) return { author: unknownAuthor, candidates: [] };
  if (confidence === "window" && suspects.some((one) => one.isContested)) return several(suspects);
  const session = common(suspects, (one) => one.session);
  const agent = common(suspects, (one) => one.agent);
  if (session === null) return several(suspects, agent);
  const turn = common(suspects, (one) => one.turn);
  const toolCall = common(suspects, (one) => one.toolCall);
  return { author: { agent, confidence, session, turn, toolCall }, candidates: [] };
}

/** `agent`: of all who can have written it; `null` where they differ, or one of them is no agent. */
function several(suspects: readonly Suspect[], agent: string | null = null): Attributed {
  const candidates = suspects.map(({ session, turn, toolCall }) => ({ session, turn, toolCall }));
  return { author: { ...unknownAuthor, agent, confidence: "ambiguous" }, candidates };
}

/** The value that all of them have; `null` when they differ. */
function common<T>(suspects: readonly Suspect[], of: (suspect: Suspect) => T | null): T | null {
  const [first, ...others] = suspects.map(of);
  return first !== undefined && others.every((other) => other === first) ? first : null;
}
