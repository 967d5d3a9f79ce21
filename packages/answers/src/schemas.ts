import { UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import { escapeForDisplay } from "@unf/core/query";
import * as z from "zod";
import {
  completeShape,
  completionShape,
  errorShape,
  helpShape,
  manShape,
  type SchemaAnswer,
  type SchemasAnswer,
  schemaShape,
  schemasShape,
  uninstallShape,
  updateShape,
  versionShape,
} from "./about/shape.ts";
import { sessionIdShape } from "./agents/shape.ts";
import { blameShape } from "./blame/shape.ts";
import {
  changedCheckpointShape,
  checkpointPayloadShape,
  checkpointsShape,
  plannedCheckpointShape,
  setCheckpointShape,
  shownCheckpointShape,
} from "./checkpoints/shape.ts";
import {
  settingChangedShape,
  settingShape,
  settingsPathShape,
  settingsShape,
  settingsTextShape,
} from "./config/shape.ts";
import { broughtBackShape, deletedShape } from "./deleted/shape.ts";
import { changesShape, diffShape } from "./diff/shape.ts";
import { doctorShape } from "./doctor/shape.ts";
import { duShape } from "./du/shape.ts";
import { exportGitShape, exportTarShape } from "./export/shape.ts";
import {
  forgetAllowedShape,
  forgetDismissedShape,
  forgetPlanShape,
  forgetSearchShape,
  forgettingsShape,
  forgottenShape,
} from "./forget/shape.ts";
import { gcShape } from "./gc/shape.ts";
import { densityShape, happeningsShape } from "./happenings/shape.ts";
import { hookChangeShape, hookStatusShape } from "./hook/shape.ts";
import { ignoreAcceptShape, ignoreAddShape, ignoreCheckShape } from "./ignore/shape.ts";
import { importShape } from "./import/shape.ts";
import {
  histogramShape,
  logByAuthorShape,
  logByFileShape,
  logBySessionShape,
  logShape,
} from "./log/shape.ts";
import { oopsShape } from "./oops/shape.ts";
import { opsShape } from "./ops/shape.ts";
import { instant } from "./parts/shapes.ts";
import { projectsShape } from "./projects/shape.ts";
import { pruneShape, pruneUndoShape } from "./prune/shape.ts";
import { recapShape } from "./recap/shape.ts";
import {
  flushShape,
  runningShape,
  serviceDisabledShape,
  serviceEnabledShape,
  serviceStatusShape,
  stopShape,
} from "./recorder/shape.ts";
import { exportedShape, plannedRestoreShape, restoredShape } from "./restore/shape.ts";
import { searchShape } from "./search/shape.ts";
import { sessionShape, sessionsShape, turnsShape } from "./sessions/shape.ts";
import { showShape } from "./show/shape.ts";
import { statsShape } from "./stats/shape.ts";
import { promptShape, statusShape } from "./status/shape.ts";
import { treeShape } from "./tree/shape.ts";
import { uiShape } from "./ui/shape.ts";
import { redoShape, undoShape } from "./undo/shape.ts";
import { verifyShape } from "./verify/shape.ts";
import { versionsShape } from "./versions/shape.ts";
import { unwatchShape, watchShape } from "./watch/shape.ts";

/**
 * The documents of the command line by the name in their `schema` field, and what each may be. The name
 * without `unf.` and `/1` is what `unf schema` takes.
 */
const documents: Readonly<Record<string, readonly z.ZodObject[]>> = {
  "unf.blame/1": [blameShape],
  "unf.changes/1": [changesShape],
  "unf.checkpoint/1": [
    setCheckpointShape,
    plannedCheckpointShape,
    changedCheckpointShape,
    shownCheckpointShape,
    checkpointPayloadShape,
  ],
  "unf.checkpoints/1": [checkpointsShape],
  "unf.complete/1": [completeShape],
  "unf.completion/1": [completionShape],
  "unf.config/1": [
    settingsShape,
    settingShape,
    settingChangedShape,
    settingsPathShape,
    settingsTextShape,
  ],
  "unf.deleted/1": [deletedShape, broughtBackShape],
  "unf.density/1": [densityShape],
  "unf.diff/1": [diffShape],
  "unf.doctor/1": [doctorShape],
  "unf.du/1": [duShape],
  "unf.error/1": [errorShape],
  "unf.export/1": [exportGitShape, exportTarShape],
  "unf.flush/1": [flushShape],
  "unf.forget/1": [
    forgottenShape,
    forgetPlanShape,
    forgettingsShape,
    forgetAllowedShape,
    forgetSearchShape,
    forgetDismissedShape,
  ],
  "unf.gc/1": [gcShape],
  "unf.happenings/1": [happeningsShape],
  "unf.help/1": [helpShape],
  "unf.hook/1": [hookStatusShape, hookChangeShape],
  "unf.ignore/1": [ignoreCheckShape, ignoreAddShape, ignoreAcceptShape],
  "unf.import/1": [importShape],
  "unf.man/1": [manShape],
  "unf.log/1": [logShape, logByFileShape, logByAuthorShape, logBySessionShape, histogramShape],
  "unf.oops/1": [oopsShape],
  "unf.ops/1": [opsShape],
  "unf.projects/1": [projectsShape],
  "unf.prompt/1": [promptShape],
  "unf.prune/1": [pruneShape],
  "unf.prune_undo/1": [pruneUndoShape],
  "unf.recap/1": [recapShape],
  "unf.restart/1": [runningShape],
  "unf.restore/1": [restoredShape, plannedRestoreShape, exportedShape],
  "unf.schema/1": [schemaShape],
  "unf.schemas/1": [schemasShape],
  "unf.search/1": [searchShape],
  "unf.service/1": [serviceEnabledShape, serviceDisabledShape, serviceStatusShape],
  "unf.session/1": [sessionShape],
  "unf.sessionid/1": [sessionIdShape],
  "unf.sessions/1": [sessionsShape],
  "unf.show/1": [showShape],
  "unf.start/1": [runningShape],
  "unf.stats/1": [statsShape],
  "unf.status/1": [statusShape],
  "unf.stop/1": [stopShape],
  "unf.tree/1": [treeShape],
  "unf.turns/1": [turnsShape],
  "unf.uninstall/1": [uninstallShape],
  "unf.unwatch/1": [unwatchShape],
  "unf.update/1": [updateShape],
  "unf.verify/1": [verifyShape],
  "unf.ui/1": [uiShape],
  "unf.undo/1": [undoShape, redoShape],
  "unf.version/1": [versionShape],
  "unf.versions/1": [versionsShape],
  "unf.watch/1": [watchShape],
};

/** Names of the documents that are described, in order. */
export function schemasAnswer(): SchemasAnswer {
  return { names: Object.keys(documents).sort() };
}

/** As a person writes them: `log`. */
function shortNames(): string[] {
  return schemasAnswer().names.map((name) => name.replace(/^unf\.|\/[0-9]+$/g, ""));
}

/** JSON Schema (draft 2020-12) of a document, named `log` or `unf.log/1`. Throws `not_found` for another name. */
export function schemaAnswer(name: string): SchemaAnswer {
  const [first, ...others] = shapesOf(name);
  if (first === undefined) {
    const shown = escapeForDisplay(name.slice(0, 60));
    const near = nearestName(name, shortNames());
    throw new UnfError("not_found", `there is no schema named ${shown}`, {
      hint: near === undefined ? "unf schema" : `did you mean ${near}?`,
    });
  }
  const whole = others.length === 0 ? first : z.union([first, ...others]);
  return { name, json_schema: { ...z.toJSONSchema(whole) } };
}

/** Faults of a printed document, a line each; none when it is as it is declared. One that is declared nowhere is a fault. */
export function checkDocument(document: unknown): readonly string[] {
  const { schema } = z.looseObject({ schema: z.string() }).parse(document);
  const errors: z.ZodError[] = [];
  for (const shape of shapesOf(schema)) {
    const { error } = shape.safeParse(document);
    if (error === undefined) return [];
    errors.push(error);
  }
  // Of several forms that one is meant which it comes closest to.
  const [nearest] = errors.sort((a, b) => a.issues.length - b.issues.length);
  if (nearest !== undefined) return z.prettifyError(nearest).split("\n");
  return [`${schema} is declared nowhere`];
}

/** The forms that a document of this name may have; none for another name. */
function shapesOf(name: string): readonly z.ZodObject[] {
  const full = name.startsWith("unf.") ? name : `unf.${name}/1`;
  const shapes = Object.hasOwn(documents, full) ? documents[full] : undefined;
  const when = full === "unf.error/1" ? {} : { generated_at: instant };
  return (shapes ?? []).map((shape) => shape.extend({ schema: z.literal(full), ...when }));
}
