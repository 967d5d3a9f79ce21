import type { Running } from "@unf/wiring";
import type { DocumentAnswer } from "../frame/print/answer.ts";

/** What `start` and `restart` say of the daemon. */
export function runningAnswer(
  schema: string,
  { daemon, sentinel }: Running,
  verb: string,
): DocumentAnswer {
  return {
    kind: "document",
    schema,
    document: () => ({
      state: daemon === undefined ? "stopped" : "running",
      pid: daemon?.pid ?? null,
      version: daemon?.version ?? null,
      sentinel_pid: sentinel ?? null,
      projects: daemon?.projects.length ?? 0,
    }),
    text: (view) => {
      const name = view.terminal.isForPerson ? view.paint.good(verb.padStart(11)) : verb;
      if (daemon === undefined) return [`${name}  the daemon, which is not running`];
      const guard = sentinel === undefined ? ", without sentinel" : `, sentinel ${sentinel}`;
      return [`${name}  daemon ${daemon.pid}${guard}`];
    },
  };
}
