import type {
  ChartBucket,
  DiffHunk,
  Entry,
  LoggedVersion,
  PlannedFile,
  Writer,
} from "@unf/view/page";

// Answers as far as the page reads them. `unf schema` describes them whole.

export interface Project {
  readonly id: string;
  readonly root: string;
  readonly watched: boolean;
  readonly state: string;
  readonly reason: string | null;
  readonly files: number;
  readonly versions: number;
  readonly bytes: number;
}

export interface HappeningsAnswer {
  readonly happenings: readonly Entry[];
  readonly next: string | null;
  readonly recording: boolean;
}

export interface DensityAnswer {
  readonly from: string;
  readonly to: string;
  /** Ascending. */
  readonly buckets: readonly (ChartBucket & { readonly from: string; readonly to: string })[];
}

export interface FileDiff {
  readonly path: string;
  readonly renamed_from?: string;
  readonly status: string;
  readonly old_version: string | null;
  readonly new_version: string | null;
  readonly added: number | null;
  readonly removed: number | null;
  readonly truncated: boolean;
  readonly unshown?: "binary" | "unreadable" | "withheld";
  readonly hunks: readonly DiffHunk[];
}

export interface DiffAnswer {
  /** `recorded_since`: nobody recorded what stood at that instant. */
  readonly from?: { readonly recorded_since?: string };
  readonly files: readonly FileDiff[];
}

export interface LogAnswer {
  readonly entries: readonly LoggedVersion[];
  readonly next: string | null;
}

/** The plan of an order, or its outcome: then `operation` is set unless nothing was done. */
export interface PlanAnswer {
  readonly plan: string;
  readonly root?: string;
  readonly kind?: string;
  readonly operation?: string | null;
  readonly unchanged?: number;
  readonly warnings?: readonly string[];
  readonly actions?: readonly PlannedFile[];
  readonly restores?: readonly {
    readonly actions: readonly PlannedFile[];
    readonly operation?: string | null;
  }[];
  readonly doubtful?: readonly { readonly path: string }[];
  readonly hunks?: readonly { readonly number: number; readonly hunk: DiffHunk | null }[];
}

/** A version of a file. */
export interface Version {
  readonly id: string;
  readonly path: string;
  readonly kind: "create" | "modify" | "delete" | "rename";
  readonly at: string;
  readonly author: Writer;
  readonly added: number | null;
  readonly removed: number | null;
}

export interface VersionsAnswer {
  /** Newest first. */
  readonly versions: readonly Version[];
  readonly total: number;
  readonly next: string | null;
}

export interface BlamedLine {
  readonly n: number;
  readonly version: string;
  readonly at: string;
  readonly author: Writer;
  readonly turn?: string | null;
  /** The prompt of the turn, in short. */
  readonly turn_label?: string | null;
  readonly text: string;
}

export interface BlameAnswer {
  readonly lines: readonly BlamedLine[];
}

export interface DeletedFile {
  readonly path: string;
  readonly deleted_at: string;
  readonly deletion: string;
  readonly author: Writer;
  readonly last_version: string | null;
  readonly bytes: number | null;
  readonly thinned?: true;
  readonly withheld?: true;
  readonly lost?: true;
}

export interface DeletedAnswer {
  readonly files: readonly DeletedFile[];
  readonly total: number;
  readonly next: string | null;
}

/** A line that was found: where it was last, and from when to when it stood there. */
export interface Hit {
  readonly version: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly first_at: string;
  readonly gone_at: string | null;
  /** When it came and went, the newest times. */
  readonly stood: readonly { readonly came: string; readonly went: string | null }[];
}

export interface SearchAnswer {
  readonly hits: readonly Hit[];
  readonly next: string | null;
}

export interface StatusAnswer {
  readonly daemon: { readonly uptime_ms: number } | null;
  readonly projects: readonly {
    readonly root: string;
    readonly state: string;
    readonly reason: string | null;
    readonly last_event_at: string | null;
    readonly files: number;
    readonly versions: number;
    /** Null where nobody records. */
    readonly open_gaps: number | null;
    readonly missed_states: { readonly states: number; readonly files: number } | null;
  }[];
}

export interface DoctorAnswer {
  readonly checks: readonly {
    readonly id: string;
    readonly state: "ok" | "warn" | "fail";
    readonly message: string;
    readonly fix: string | null;
  }[];
}

export interface PruneAnswer {
  readonly projects: readonly {
    readonly root: string;
    readonly versions_removed: number;
    readonly versions_kept: number;
    readonly bytes_freed: number;
    /** Operations that can no more be undone. */
    readonly operations_aged: number;
  }[];
}

export interface UsageAnswer {
  readonly rows: readonly { readonly key: string; readonly bytes: number }[];
  readonly total_bytes: number;
  readonly store: { readonly disk_bytes: number };
}

export interface TreeEntry {
  /** From the root of the project. */
  readonly path: string;
  readonly kind: "file" | "directory";
  readonly version?: string;
  readonly bytes?: number;
  readonly state: "same" | "changed" | "gone" | "new" | "thinned";
}

export interface TreeAnswer {
  readonly entries: readonly TreeEntry[];
  readonly total: number;
  readonly next: string | null;
}
