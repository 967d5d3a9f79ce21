import type { Selection } from "@unf/answers";
import { nearestName } from "@unf/core/config";
import { escapeForDisplay } from "@unf/core/query";

/** Sessions whose agents are looked at. */
const sessionsMax = 1000;

/** The line for whoever asks for an agent that never worked here; `undefined` where it did. */
export function unknownAgent(selection: Selection, author: string | undefined): string | undefined {
  if (author === undefined || author === "human" || author === "$all-agent") return undefined;
  const agents = new Set(
    selection.sources.flatMap(({ timeline }) =>
      timeline.sessions({ limit: sessionsMax }).map(({ agent }) => agent),
    ),
  );
  if (agents.has(author)) return undefined;
  const near = nearestName(author, [...agents, "human"]);
  const names = agents.size === 0 ? "no agent is known here" : [...agents].join(", ");
  const told = near === undefined ? `known here: human, ${names}` : `did you mean ${near}?`;
  return escapeForDisplay(`nobody here is called ${author}; ${told}`);
}
