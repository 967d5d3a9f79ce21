import type { AbsPath } from "@unf/core/base";
import type { DoctorFacts } from "@unf/maintenance";
import type { Asker } from "../ports/asker.ts";
import type { ExaminationAccess } from "../ports/examination.ts";
import type { RecordingAccess } from "../ports/recording.ts";
import type { SettingsAccess } from "../ports/settings.ts";
import type { Check } from "./check.ts";
import { isHealthy, planChecks } from "./plan-checks.ts";
import type { DoctorAnswer } from "./shape.ts";

/** Ports of an examination: the machine and its home. */
export interface DoctorPorts
  extends Pick<ExaminationAccess, "readDoctorFacts" | "runCanary">,
    Pick<RecordingAccess, "ensureRunning" | "openWriter">,
    Pick<SettingsAccess, "makePrivate"> {
  /** How it stands with the hooks of agents; asked only where there is a home that can be read. */
  checkHooks(): Promise<readonly Check[]>;
  /** Throws where nobody waits for the examination any more. */
  breathe?: Asker["breathe"];
}

/** Checks whether unf can do its work here. `fix`: does before what is safe. */
export async function examine(
  ports: DoctorPorts,
  home: AbsPath,
  { fix }: { readonly fix: boolean },
): Promise<DoctorAnswer> {
  if (fix) await applyFixes(ports, home, await ports.readDoctorFacts(home));
  const facts = await ports.readDoctorFacts(home);
  await ports.breathe?.();
  const checks = planChecks(facts, await ports.runCanary());
  if (!facts.isHomeAbsent && facts.homeProblem === undefined) {
    checks.push(...(await ports.checkHooks()));
  }
  return {
    healthy: isHealthy(checks),
    checks: checks.map(({ id, state, message, fix: command = null }) => ({
      ...{ id, state, message },
      fix: command,
    })),
  };
}

/** Only what cannot do harm: modes of our own directories, and what ought to run. */
async function applyFixes(ports: DoctorPorts, home: AbsPath, facts: DoctorFacts): Promise<void> {
  const { directories, socket, isHomeAbsent } = facts;
  if (isHomeAbsent) return;
  await ports.makePrivate([...directories, ...(socket === undefined ? [] : [socket.directory])]);
  const { running, homeProblem } = await ports.readDoctorFacts(home);
  const isAway = running.daemon === undefined || running.sentinel === undefined;
  if (homeProblem !== undefined || !running.intended || !isAway) return;
  await ports.ensureRunning(home);
  await using writer = await ports.openWriter(home, "start");
  await writer.request("ping", {});
}
