import { KiB, MiB } from "./units.ts";

/** The part of `limits` about what agents say and are told. */
export const agentLimits = {
  /** Payloads of coding agents' hooks. */
  agents: {
    /** Names of sessions, tools and calls: a UUID has 36 characters, the longest seen 120. */
    idCharsMax: 256,
    /** A prompt is kept as a label; whole only when asked for, and then this much of it. */
    promptCharsMax: 64 * KiB,
    /** Shown with a tool call. Longer ones are scripts. */
    commandCharsMax: 4 * KiB,
    /** Linux's PATH_MAX. */
    pathCharsMax: 4096,
    /** Files that one tool call claims; a patch of more claims none and counts as a shell. */
    claimsMax: 1000,
    /** Prompts and uses of tools that a forked conversation holds: by the last of them the turn is known that both share. */
    heldMax: 200,
  },

  /** Answers to agents over MCP, in their context: some 5,000 tokens at most. */
  mcp: {
    resultBytes: 20_000,
    /** Of it for the rows; what is left are names, times and the fence. */
    rowsBytes: 16_000,
    /** A recap, whatever files and prompts are called. */
    recapTokens: 2000,
    /** Operations of a server that its agent may undo and redo. */
    operationsMax: 1000,
    /** Longer lines are minified, and their middle tells nobody anything. */
    lineCharsMax: 1000,
    /** Lines of one call of `unf_blame`, and rows of listings: more do not fit. */
    blameLines: 300,
    rowsMax: 200,
    /** Plans that can still be applied; an agent looks at a few. */
    plansMax: 100,
    /** Paths and globs of one call, and their characters: the system takes no longer path. */
    pathsMax: 100,
    pathCharsMax: 4096,
    textCharsMax: 1000,
    /** One message; every text in it is far shorter. */
    messageBytesMax: 16 * MiB,
  },
} as const;
