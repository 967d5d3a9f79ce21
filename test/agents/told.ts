import type { Stage } from "./stage.ts";

export interface TurnJson {
  readonly id: string;
  readonly agent: string;
  readonly session: string;
  readonly label: string | null;
  readonly ended_by: string | null;
}

export interface SessionJson {
  readonly id: string;
  readonly agent: string;
  readonly agent_session: string | null;
  readonly parent: string | null;
  readonly ended: string | null;
}

/** The turns, the oldest first. */
export async function turnsOf({ story }: Stage): Promise<readonly TurnJson[]> {
  const { stdout } = await story.unf("turns", "--json");
  return (JSON.parse(stdout) as { turns: TurnJson[] }).turns.toReversed();
}

export async function sessionsOf({ story }: Stage): Promise<readonly SessionJson[]> {
  const { stdout } = await story.unf("sessions", "--json");
  return (JSON.parse(stdout) as { sessions: SessionJson[] }).sessions;
}
