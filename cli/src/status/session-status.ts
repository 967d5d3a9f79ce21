import { type OpenHome, openScope, reportSession, sessionFields } from "@unf/answers";
import { escapeForDisplay, type Session, type TimelineReader } from "@unf/core";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import type { DocumentAnswer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { isRecording, type Report } from "../running/read-status.ts";

/**
 * The session at work in this project, in one line: points are its turns, each of which can be returned
 * to. `UNF_SESSION` says which one, else it is the newest that is open.
 */
export function sessionStatus(
  call: Call<FlagTable>,
  home: OpenHome,
  { projects }: Report,
): Pick<DocumentAnswer, "document" | "text"> {
  const { reader, project } = openScope(call.asker, home, []);
  const found = findAtWork(reader.timeline, call.world.env.UNF_SESSION);
  const report = found === undefined ? undefined : reportSession(reader.timeline, found);
  const own = projects.find(({ entry }) => entry.id === project.id);
  const state = own !== undefined && isRecording(own) ? "recording" : "not recording";
  return {
    document: () => ({ session: report === undefined ? null : sessionFields(report) }),
    text: ({ signs }) => {
      const facts =
        report === undefined
          ? ["no session"]
          : [
              `${escapeForDisplay(report.session.agent)} ${report.session.id}`,
              countOf(report.turns, "point"),
              countOf(report.touched.versions, "snapshot"),
            ];
      return [[state, ...facts].join(` ${signs.between} `)];
    },
  };
}

function findAtWork(timeline: TimelineReader, own: string | undefined): Session | undefined {
  const named = own === undefined || own === "" ? undefined : timeline.session(own);
  const sessions = timeline.sessions({ limit: Number.MAX_SAFE_INTEGER });
  return named ?? sessions.find(({ endedAt }) => endedAt === null);
}
