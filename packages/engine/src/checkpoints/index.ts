// Questions about checkpoints that need a reader alone: loaded without the recorder.
export { type ChangedPath, changedSince, hasChanges, type Span } from "./changed-since.ts";
export { type TreeEntry, treeAt, treeDigest } from "./tree-at.ts";
