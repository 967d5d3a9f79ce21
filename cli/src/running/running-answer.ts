import type { RunningAnswer } from "@unf/answers";
import type { DocumentAnswer } from "../frame/print/answer.ts";

/** The answer of `start` and `restart` on the daemon. */
export function runningAnswer(
  schema: string,
  running: RunningAnswer,
  verb: string,
): DocumentAnswer {
  return {
    kind: "document",
    schema,
    document: () => running,
    text: (view) => {
      const name = view.terminal.isForPerson ? view.paint.good(verb.padStart(11)) : verb;
      const { state, pid, sentinel_pid: sentinel } = running;
      if (state === "stopped") return [`${name}  the daemon, which is not running`];
      const guard = sentinel === null ? ", without sentinel" : `, sentinel ${sentinel}`;
      return [`${name}  daemon ${pid}${guard}`];
    },
  };
}
