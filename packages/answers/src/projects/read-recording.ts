import type { Asker } from "../ports/asker.ts";
import { openScope } from "../scope/open-scope.ts";
import { isRecording, readReport } from "./read-report.ts";

/** Whether changes are being recorded. */
export interface RecordingNow {
  readonly isRecording: boolean;
  /** Why they are not, for a person. */
  readonly why: string | undefined;
}

/** Says it of the project that is named, or of all that are watched where none is. */
export async function readRecording(asker: Asker): Promise<RecordingNow> {
  const { wiring, reader } = await asker.openHome();
  const named =
    asker.projectWord === undefined ? undefined : openScope(asker, { wiring, reader }, []);
  const running = await wiring.inspectRunning(reader.home);
  if (running.daemon === undefined) return { isRecording: false, why: "the daemon is not running" };
  const meant = readReport(reader, running, { isAll: true }).projects.filter(({ entry }) =>
    named === undefined ? entry.watched : entry.id === named.project.id,
  );
  const bad = meant.find((one) => !isRecording(one));
  if (bad === undefined) return { isRecording: true, why: undefined };
  const why = bad.entry.watched ? (bad.reason ?? `it is ${bad.state}`) : "it is not watched";
  return { isRecording: false, why };
}
