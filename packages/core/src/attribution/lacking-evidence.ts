/**
 * The sight that the system gives a process of ours of others. All false where it has no `/proc`.
 */
export interface ProcessSight {
  /** True on the system whose `/proc` tells all of it. */
  readonly isLinux: boolean;
  /** Which processes there are. */
  readonly processes: boolean;
  /** Which files one holds open. */
  readonly openFiles: boolean;
  /** Which ones another has started. */
  readonly children: boolean;
  /** How much one has written. */
  readonly bytes: boolean;
  /** Processes of other users are shown, too. */
  readonly others: boolean;
}

/** Evidence of who wrote that cannot be had here. */
export interface LackingEvidence {
  /** `writers`: who holds a file open. `lives`: whether a command has ended. `bytes`: how much it wrote. `others`: all this of other users. `hookless`: all of agents without hooks. */
  readonly evidence: "writers" | "lives" | "bytes" | "others" | "hookless";
  readonly why: string;
  /** The consequence for authors, as a person is told it. */
  readonly follows: string;
}

/** Empty where nothing is lacking. */
export function planLackingEvidence(sight: ProcessSight): readonly LackingEvidence[] {
  const { isLinux, processes, openFiles, children, bytes, others } = sight;
  const none = isLinux
    ? "/proc cannot be read here"
    : "this system does not tell what processes do";
  const lacking: LackingEvidence[] = [];
  const lack = (evidence: LackingEvidence["evidence"], why: string, more?: string): void => {
    lacking.push({ evidence, why: processes ? why : none, follows: more ?? follows[evidence] });
  };
  const noChildren = "/proc does not tell what a process has started";
  const noBytes = "/proc does not tell how much a process has written";
  if (!processes || !openFiles) lack("writers", "/proc does not tell which files are open");
  if (!processes || !children) lack("lives", noChildren);
  // Without the lives of commands nobody asks what their processes wrote, nor whose these are.
  else if (!bytes) lack("bytes", noBytes);
  if (!processes) lack("hookless", none, "what agents without hooks write counts as yours");
  else if (!children || !bytes) lack("hookless", children ? noBytes : noChildren);
  if (processes && !others) lack("others", "/proc hides the processes of other users (hidepid)");
  return lacking;
}

const follows: Readonly<Record<LackingEvidence["evidence"], string>> = {
  writers: "what commands of two agents write at the same time is ambiguous",
  lives:
    "a command claims what is written until its agent says that it is over, what you save meanwhile as well",
  bytes:
    "what you save beside an agent's command that goes on, as a server, counts as the command's",
  hookless: "what agents without hooks write is ambiguous",
  others:
    "a command of an agent that runs as another user claims until that agent says that it is over, and what it shares with other agents' commands, and all of agents without hooks, is ambiguous",
};
