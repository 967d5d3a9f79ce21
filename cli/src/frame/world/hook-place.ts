import type { HookProgram } from "@unf/agents/settings";
import type { AbsPath } from "@unf/core/base";
import type { HookNote } from "@unf/system";

/** What a hook starts here, and what the home remembers of those that were installed. */
export interface HookPlace {
  /** This unf, by names that outlast an upgrade where there are such. */
  readonly program: HookProgram;
  readonly host: string;
  exists(path: string): boolean;
  readNote(home: AbsPath): HookNote | undefined;
  /** Does nothing where there is no home. */
  writeNote(home: AbsPath, note: HookNote): void;
}
