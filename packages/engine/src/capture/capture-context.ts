import type { AbsPath } from "@unf/core/base";
import type { Filter } from "@unf/core/filter";
import type { Digest, FileSystem } from "@unf/core/ports";
import type { Signatures } from "../contents/signatures.ts";
import type { Recorder } from "../record/recorder.ts";
import type { HardLinks } from "./hard-links.ts";
import type { Standing } from "./standing.ts";

export interface CaptureContext {
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly recorder: Recorder;
  readonly digest: Digest;
  readonly signatures: Signatures;
  /** Asks the disk now. While the root is away everything below it looks deleted. */
  readonly isRootThere: () => boolean;
  /** Replaced when settings, ignore options or neighbouring projects change. */
  filter: Filter;
  maxFileBytes: number;
  readonly hardLinks: HardLinks;
  readonly standing: Standing;
  /** True while an agent is known to be at work, or was lately. */
  readonly isAgentAbout: () => boolean;
}
