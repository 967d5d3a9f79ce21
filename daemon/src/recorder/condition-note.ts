import type { ProjectId, WallMs } from "@unf/core/base";
import type { ConditionNote, ProjectTrouble } from "@unf/core/trouble";
import type { Member } from "../projects/project-set.ts";

type Noted = ConditionNote["projects"][number];

export interface ConditionNotePorts {
  readonly pid: number;
  readonly now: () => WallMs;
  /** Since when the daemon is in safe mode; `undefined` when it is not, or not any more. */
  readonly safeSince: () => WallMs | undefined;
  /** False when it could not be written: then it is tried again. */
  readonly write: (note: ConditionNote) => boolean;
}

/** Leaves word, whenever it changes, of what is not recorded as it should be: who asks need not ask the daemon. */
export class ConditionKeeper {
  readonly #ports: ConditionNotePorts;
  /** Since when each project has been in trouble of that kind. */
  #known = new Map<ProjectId, Pick<ProjectTrouble, "state" | "since">>();
  #written: string | undefined;
  /** When it last could not be written; 0 when it could. */
  #triedAt = 0;

  constructor(ports: ConditionNotePorts) {
    this.#ports = ports;
  }

  /** Called about once a second. */
  look(members: readonly Member[]): void {
    const { pid } = this.#ports;
    const safeSince = this.#ports.safeSince();
    const projects = members.flatMap((member) => this.#note(member) ?? []);
    this.#known = new Map(projects.map(({ id, state, since }) => [id, { state, since }]));
    const note: ConditionNote = { pid, safeSince, projects };
    // Counts and rooms within a reason change all the time, and nobody is told anything new.
    const named = projects.map(({ id, state, since }) => [id, state, since]);
    const text = JSON.stringify([safeSince ?? null, named]);
    const now = this.#ports.now();
    if (text === this.#written || Math.abs(now - this.#triedAt) < retryMs) return;
    const isWritten = this.#ports.write(note);
    this.#written = isWritten ? text : undefined;
    this.#triedAt = isWritten ? 0 : now;
  }

  #note(member: Member): Noted | undefined {
    const { id } = member.intended;
    const found = judge(member);
    if (found === undefined) return undefined;
    const known = this.#known.get(id);
    const same = known?.state === found.state ? known.since : undefined;
    return { id, ...found, since: found.since ?? same ?? this.#ports.now() };
  }
}

/** Between two tries on a disk that takes nothing; each leaves a line in the log. */
const retryMs = 10_000;

function judge(member: Member): Omit<Noted, "id"> | undefined {
  if (member.kind === "quarantined") {
    return { state: "quarantined", since: member.intended.quarantined?.since, why: member.why };
  }
  // A project that was closed for a moment is opened again by whoever closed it.
  if (member.kind === "failed") {
    return member.isReleased === true
      ? undefined
      : { state: "error", since: undefined, why: member.why };
  }
  const { suspension, condition } = member.project;
  const { facts } = suspension;
  if (facts !== undefined) {
    const state = facts.isDamaged ? "error" : "stopped";
    return { state, since: facts.since, why: facts.cause };
  }
  if (condition.kind === "missing")
    return { state: "missing", since: undefined, why: condition.why };
  if (condition.kind !== "degraded") return undefined;
  return { state: "sweeps", since: undefined, why: condition.why };
}
