import { UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { TellingPorts } from "./ports.ts";

/** Letters of a name that nobody else has: 48 bits. */
const randomChars = 12;

/** A name for a session; it says whose it is, so that its end need not be told the agent again. */
export async function nameSession(
  ports: Pick<TellingPorts, "randomName">,
  agent: string,
): Promise<string> {
  return `${agent}-${(await ports.randomName()).slice(0, randomChars)}`;
}

/** The agent of a session that `nameSession` named; `undefined` for other names. */
export function agentOf(session: string): string | undefined {
  return /^(.+)-[0-9a-f]{12}$/.exec(session)?.[1];
}

/** Throws `usage` for what cannot be the name of an agent. */
export function checkAgent(agent: string): string {
  return checkName("--agent", agent, limits.socket.quotedCharsMax);
}

/** Throws `usage` for what cannot be the name of a session. */
export function checkSession(session: string): string {
  return checkName("the session", session, limits.agents.idCharsMax);
}

function checkName(what: string, name: string, charsMax: number): string {
  if (name.trim() !== "" && name.length <= charsMax && !/[\p{Cc}\u2028\u2029]/u.test(name)) {
    return name;
  }
  throw new UnfError("usage", `${what} must be one line of at most ${charsMax} characters`);
}
