/** Exit codes of every command that changes files by a plan, with what they mean there; it adds its own. */
const planExits = {
  4: "refused, or nobody said yes; nothing was done",
  6: "another program writes to the store",
  9: "no space; nothing was done",
  10: "interrupted in the last step; the daemon settles it, or the next start",
  130: "interrupted; the output says whether anything was changed",
} as const;

/** Those of one that restores. */
export const restoreExits = {
  ...planExits,
  7: "a content is lost",
  8: "some files could not be restored; the output lists them",
} as const;

/** Those of one that takes an operation or a turn back, or back again. */
export const undoExits = {
  ...planExits,
  8: "some files were kept or could not be done; the output lists them",
} as const;
