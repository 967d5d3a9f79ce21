import { type AbsPath, UnfError } from "@unf/core/base";
import { createConnection, type MayWrite } from "../file/driver.ts";
import { applicationId, schemaVersion } from "../file/schema.ts";
import { checkPresence, openTimeline } from "./open.ts";

/**
 * Brings a timeline that an older program left to this program's format; false when it has that
 * already, or is none. Only for the holder of the daemon's lock. Throws as opening it for writing does.
 */
export function convertTimeline(path: AbsPath, mayWrite: MayWrite): boolean {
  if (!isOlder(path)) return false;
  using timeline = openTimeline(path, mayWrite);
  // Of a project that is watched its recorder does it, beside its work.
  while (timeline.outline());
  return true;
}

function isOlder(path: AbsPath): boolean {
  try {
    checkPresence(path);
    using bare = createConnection({ path, mayWrite: undefined, onOpen: () => undefined });
    if (bare.pragma("application_id") !== applicationId) return false;
    return Number(bare.pragma("user_version")) < schemaVersion;
  } catch (thrown) {
    // A file that cannot be read at all is not older; whoever needs it says what is wrong with it.
    if (thrown instanceof UnfError) return false;
    throw thrown;
  }
}
