/** Where a history goes as commits. Words are as a person writes them. */
export interface ExportGitQuestion {
  readonly directory: string;
  /** Without it the one named after the project. */
  readonly ref: string | undefined;
  /** Begins with the files as they were then. */
  readonly since: string | undefined;
  /** One commit a session instead of one a turn. */
  readonly squashTurns: boolean;
  readonly includeSecrets: boolean;
  readonly isDryRun: boolean;
}

/** Which files go into an archive. */
export interface ExportTarQuestion {
  /** The files as they were then. */
  readonly at: string;
  readonly includeSecrets: boolean;
}
