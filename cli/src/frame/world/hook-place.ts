import type { HookProgram } from "@unf/agents/settings";
import type { AbsPath } from "@unf/core/base";
import type { HookNote } from "@unf/system";

/** The program that a hook starts here, and the home's memory of the hooks that were installed. */
export interface HookPlace {
  /** This unf, by names that outlast an upgrade where there are such. */
  readonly program: HookProgram;
  readonly host: string;
  exists(path: string): boolean;
  readNote(home: AbsPath): HookNote | undefined;
  /** Does nothing where there is no home. */
  writeNote(home: AbsPath, note: HookNote): void;
}
