/** A page of help that belongs to no single command. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<readonly string[]>;
}

/** Every topic, in the order of the list in help. */
export const topics: readonly Topic[] = [
  {
    name: "times",
    summary: "How to name an instant",
    load: async () => (await import("./topic/times.ts")).times,
  },
  {
    name: "json",
    summary: "What scripts can rely on",
    load: async () => (await import("./topic/json.ts")).json,
  },
  {
    name: "exit-codes",
    summary: "What each exit code means",
    load: async () => (await import("./topic/exit-codes.ts")).exitCodesTopic,
  },
  {
    name: "environment",
    summary: "Variables unf reads, and where it keeps things",
    load: async () => (await import("./topic/environment.ts")).environment,
  },
  {
    name: "ignore",
    summary: "What is recorded and what is not",
    load: async () => (await import("./topic/ignore.ts")).ignoreTopic,
  },
  {
    name: "agents",
    summary: "Who wrote it, and how to take it back",
    load: async () => (await import("./topic/agents.ts")).agentsTopic,
  },
];
