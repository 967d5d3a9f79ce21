import { joinPath, type RelPath } from "@unf/core/base";
import { renderVerdict, type SetAside, type Verdict } from "@unf/core/filter";
import type { FileSystem } from "@unf/core/ports";
import type { ProjectEntry } from "@unf/maintenance";
import type { ProjectRules } from "../ports/settings.ts";

/** Tells whether a path would be recorded if it changed now, and what decided that. */
export interface Explanation {
  readonly path: RelPath;
  readonly isRecorded: boolean;
  /** The layer that left it out; for what is not a readable text file, a word of its own. */
  readonly layer: string | undefined;
  /** Where the rule stands, if a rule decided. */
  readonly rule:
    | { readonly file: string; readonly line: number; readonly pattern: string }
    | undefined;
  /** The reason in a few words. */
  readonly reason: string;
  /** Ignore files above it whose rules do not apply. */
  readonly setAside: readonly SetAside[];
}

/** Bytes of a file that the content layer looks at. */
const firstBytes = 8000;

/** Asks every layer about a path as it is on disk; what does not exist is judged by its name. */
export function explainPath(
  project: ProjectEntry,
  rules: ProjectRules,
  fs: FileSystem,
  path: RelPath,
): Explanation {
  const setAside = path === "" ? [] : rules.filter.setAsideAbove(path);
  return { ...explain(project, rules, fs, path), setAside };
}

type Judged = Omit<Explanation, "setAside">;

function explain(
  { root }: ProjectEntry,
  { filter, maxFileBytes }: ProjectRules,
  fs: FileSystem,
  path: RelPath,
): Judged {
  const place = joinPath(root, path);
  const stat = fs.lstat(place);
  if (stat?.kind === "special")
    return plain(path, "special", "no file: a pipe, a socket or a device");
  const kind = stat?.kind === "directory" ? "directory" : stat?.kind === "link" ? "link" : "file";
  const byName = filter.verdict(path, kind);
  if (!byName.recorded || kind !== "file" || stat === undefined) return fromVerdict(path, byName);
  if (stat.size > BigInt(maxFileBytes)) {
    return plain(path, "too_large", `larger than ${maxFileBytes} bytes, the limit`);
  }
  const read = fs.read(place, maxFileBytes);
  if (read.kind === "unreadable") return plain(path, "unreadable", `not readable (${read.code})`);
  if (read.kind !== "content" && read.kind !== "unstable") return fromVerdict(path, byName);
  const byContent = filter.judgeContent(path, read.bytes.subarray(0, firstBytes));
  return fromVerdict(path, byContent.recorded ? byName : byContent);
}

function fromVerdict(path: RelPath, verdict: Verdict): Judged {
  return {
    path,
    isRecorded: verdict.recorded,
    layer: verdict.recorded ? undefined : verdict.layer,
    rule: verdict.rule,
    reason: renderVerdict(verdict),
  };
}

function plain(path: RelPath, layer: string, reason: string): Judged {
  return { path, isRecorded: false, layer, rule: undefined, reason };
}
