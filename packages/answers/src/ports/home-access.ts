import type { ExaminationAccess } from "./examination.ts";
import type { HistoryAccess } from "./history.ts";
import type { RecordingAccess } from "./recording.ts";
import type { ServiceAccess } from "./service.ts";
import type { SettingsAccess } from "./settings.ts";

/** Everything about a home that answers ask for and programs have. `@unf/wiring` implements it. */
export interface HomeAccess
  extends HistoryAccess,
    RecordingAccess,
    ServiceAccess,
    SettingsAccess,
    ExaminationAccess {}
