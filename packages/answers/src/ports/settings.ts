import type { AbsPath, WallMs } from "@unf/core/base";
import type { Config, ParsedConfig } from "@unf/core/config";
import type { SettingChange } from "@unf/core/consent";
import type { PathTest } from "@unf/core/exchange";
import type { Filter } from "@unf/core/filter";
import type { OwnEntry } from "@unf/core/ports";

/** The home itself and its settings. */
export interface SettingsAccess {
  /** `$UNF_HOME`, or `.unfudged` in the user's home directory. */
  homeDirectory(env: Readonly<Record<string, string | undefined>>): AbsPath;
  /** Whether there is a home, and whether it was made to be thrown away. */
  readHomeKind(home: AbsPath): "absent" | "lasting" | "scratch";
  /**
   * Makes the home where there is none, so that something can be written before anything runs.
   * `isScratch`: one that is to be thrown away; throws `refused` where another one is there.
   * `isDryRun`: only looks whether it may be made.
   */
  makeHome(
    home: AbsPath,
    how?: { readonly isScratch?: boolean; readonly isDryRun?: boolean },
  ): void;
  /** Takes other users' access to these directories away. */
  makePrivate(entries: readonly OwnEntry[]): Promise<void>;
  /** Never fails; what cannot be read is a complaint. */
  readSettings(home: AbsPath): Promise<ParsedConfig>;
  /**
   * What another program did to the settings since anybody asked; `undefined` when nothing. Tells it
   * once: the next one is not told again.
   */
  takeOutsideChange(home: AbsPath): Promise<OutsideChange | undefined>;
  /** Which files hold secrets by what they are called, by the settings of the home. */
  secretPaths(config: Config): PathTest;
}

/** A change of `config.toml` that `unf config` did not make. */
export interface OutsideChange {
  /** `undefined` when the file is gone. */
  readonly at: WallMs | undefined;
  /** The line that is not TOML; `undefined` when the file can be read. */
  readonly brokenAt: number | undefined;
  readonly changes: readonly SettingChange[];
  /** The settings as they are now. */
  readonly config: Config;
}

/** The rules that decide whether a file of a project is recorded. */
export interface ProjectRules {
  readonly filter: Filter;
  readonly maxFileBytes: number;
}
