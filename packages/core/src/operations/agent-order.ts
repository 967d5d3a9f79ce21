/** An operation that an agent ordered by the tools of unf. */
interface AgentOrder {
  /** The session that it was ordered in, where that was known. */
  readonly session: string | undefined;
  /** As the same would be typed at a command line. */
  readonly said: readonly string[];
}

const [server, flag] = ["mcp", "--session"] as const;

/** The words that are kept with the operation: no command line has these, for `unf mcp` itself orders nothing. */
export function agentOrderWords({ session, said }: AgentOrder): readonly string[] {
  return [server, ...(session === undefined ? [] : [flag, session]), ...said];
}

/** `undefined` for what a person or a script ordered. */
export function readAgentOrder(argv: readonly string[]): AgentOrder | undefined {
  const [first, second, third] = argv;
  if (first !== server) return undefined;
  const hasSession = second === flag && third !== undefined;
  return { session: hasSession ? third : undefined, said: argv.slice(hasSession ? 3 : 1) };
}
