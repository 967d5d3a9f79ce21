import type { AbsPath, ProjectId } from "@unf/core/base";
import type { Config } from "@unf/core/config";
import type {
  Clock,
  Digest,
  FileSystem,
  HomeFiles,
  IntentStore,
  Log,
  ObjectStore,
  Timeline,
  Timelines,
} from "@unf/core/ports";
import type { Contents } from "@unf/engine";

/** A home, and the ports through which what is in it is reached. */
export interface HomePorts {
  readonly home: AbsPath;
  readonly fs: FileSystem;
  readonly files: HomeFiles;
  readonly timelines: Timelines;
  readonly intents: IntentStore;
  /** The object store of the home, as it is now. */
  readonly openStore: () => ObjectStore;
  readonly clock: Clock;
  readonly digest: Digest;
  /** A name that nothing else has. */
  readonly unique: () => string;
}

/** Ports of the holder of the home's lock. */
export interface HomeWorld extends HomePorts {
  readonly contents: Contents;
  readonly config: Config;
  readonly log: Log;
  /** Throws when this process must not write to the home any more. Whatever writes asks by itself. */
  readonly mayWrite: () => void;
}

/** The projects that the process has open itself. */
export interface OpenProjects {
  /** The timeline of a project that is open, to write to. */
  timeline(id: ProjectId): Timeline | undefined;
  /** Closes the project, because its timeline will be another, or for `why`. */
  release(id: ProjectId, why?: string): Promise<void>;
}

/** Nothing is open: a command that holds the daemon's lock itself. */
export const nothingOpen: OpenProjects = {
  timeline: () => undefined,
  release: async () => undefined,
};
