import type { AgentEvent } from "@unf/core/sessions";

/** A project's listener to the agents' events that concern it. */
export interface AgentListener {
  /** The next event of the same session comes when the promise has settled; false: it is lost. */
  receive(event: AgentEvent): Promise<boolean>;
  /** True while the event's session goes on there, also one from before a restart. */
  knows(event: AgentEvent): boolean;
}
