import type { ImportReply } from "@unf/protocol";

const none = {
  versions: 0,
  files: 0,
  first_at: null,
  last_at: null,
  sessions: 0,
  checkpoints: 0,
  left_out: {},
  renumbered: 0,
  kept_in: null,
} as const;

/** Findings of an import: one history of every kind. */
export const foreignHistories: ImportReply = {
  histories: [
    {
      ...none,
      root: "/home/a/src/shop",
      state: "before",
      versions: 120,
      files: 14,
      first_at: "2026-02-09T14:32:07.123Z",
      last_at: "2026-11-19T09:00:00.000Z",
      left_out: { later: 9, missing: 2 },
      renumbered: 41,
      kept_in: "/home/a/.unfudged/lost+found/timelines/0000000000000001.x",
    },
    {
      ...none,
      root: "/home/a/src/new",
      state: "new",
      versions: 3,
      files: 2,
      first_at: "2026-02-09T14:32:07.123Z",
      last_at: "2026-02-10T09:00:00.000Z",
      sessions: 1,
      checkpoints: 1,
    },
    { ...none, root: "/home/a/src/known", state: "known" },
    { ...none, root: "/home/a/src/empty", state: "empty", left_out: { private: 1 } },
  ],
};
