/** What the choice depends on; everything else is found out by trying. */
export interface BackendFacts {
  /** As `process.platform` names it. */
  readonly platform: string;
  /** What the settings ask for. */
  readonly wanted: "auto" | "inotify" | "directory";
}

/** Which backend to open first, and why, in words for `unf status -v`. */
export interface BackendChoice {
  readonly name: "inotify" | "directory";
  readonly reason: string;
}

/** Decides which backend a process should watch with. `openBackend` may still have to fall back. */
export function chooseBackend(facts: BackendFacts): BackendChoice {
  const { platform, wanted } = facts;
  if (wanted === "directory") return { name: "directory", reason: "asked for by the settings" };
  if (platform === "linux") {
    const reason = wanted === "inotify" ? "asked for by the settings" : "the default on Linux";
    return { name: "inotify", reason };
  }
  if (wanted === "inotify") {
    return { name: "directory", reason: `inotify was asked for, but ${platform} has none` };
  }
  return { name: "directory", reason: `no other backend for ${platform} yet` };
}
