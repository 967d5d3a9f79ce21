import type { Measures } from "../checker/measures.ts";
import type { Interposer } from "../native/interposer.ts";
import { damageHomes } from "../row/damage.ts";
import { failCalls } from "../row/disk-errors.ts";
import { killAtEveryCall } from "../row/kill-calls.ts";
import { killAtRandom } from "../row/kill-random.ts";
import { playScenario } from "../row/play.ts";
import { cutPower } from "../row/power-cut.ts";
import { superviseSilent } from "../row/silent-daemon.ts";
import { swapForFifo } from "../row/special-files.ts";
import { overflowWhileStopped } from "../row/stopped-watcher.ts";
import type { Replacement } from "./copy-tree.ts";

/** A way to break the program that must not go unnoticed. */
export interface Mutant {
  readonly name: string;
  readonly replacements: readonly Replacement[];
  /** The measures that must not be zero: one of them is enough. */
  readonly caughtBy: readonly (keyof Measures)[];
  /** The smallest work that catches it; text says why it cannot be done here. */
  readonly row: (tree: string, interposer: Interposer) => Promise<Measures | string>;
}

const engine = "packages/engine/src";

/** A row that cuts the power once, right after a scenario. */
const cutAfter =
  (after: "small" | "bulk" | "drain" | "drainMany"): Mutant["row"] =>
  (tree) =>
    cutPower({ format: "ext4", cuts: [{ after }], tree });

export const mutants: readonly Mutant[] = [
  {
    name: "a bulk batch's contents are not made durable",
    replacements: [
      {
        file: "packages/store/src/packs/fresh-packs.ts",
        text: "      if (!pack.isFlushed) this.#ports.fs.syncFile(pack.temporary);\n",
        by: "",
      },
      {
        file: "packages/store/src/packs/fresh-packs.ts",
        text: "      if (!pack.isFlushed) await this.#ports.fs.flushFile(pack.temporary);\n",
        by: "",
      },
    ],
    caughtBy: ["rowsBadBlob", "rowsWithoutBlob"],
    row: cutAfter("bulk"),
  },
  {
    name: "commits do not wait for the disk (synchronous=NORMAL)",
    replacements: [
      {
        file: "packages/timeline/src/file/pragmas.ts",
        text: `synchronous: { set: "FULL", reads: 2 }`,
        by: `synchronous: { set: "NORMAL", reads: 1 }`,
      },
    ],
    caughtBy: ["ackedLost"],
    row: cutAfter("small"),
  },
  {
    name: "rows are committed before their contents",
    replacements: [
      {
        file: `${engine}/record/recorder.ts`,
        text: "      inbox,\n      recordings",
        by: "      inbox: [],\n      recordings",
      },
    ],
    caughtBy: ["rowsWithoutBlob"],
    row: async (tree, interposer) => {
      const choose = (calls: readonly string[]): number[] => [
        calls.findIndex((call) => call.startsWith("create")),
      ];
      const { measures } = await killAtEveryCall({ interposer, scenario: "small", choose, tree });
      return measures;
    },
  },
  {
    name: "an object counts as kept because a file of its name is there",
    replacements: [
      {
        file: "packages/store/src/object-store.ts",
        text: `stat.kind === "file" && stat.size === BigInt(size)`,
        by: `stat.kind === "file" && size >= 0`,
      },
    ],
    caughtBy: ["rowsBadBlob"],
    row: (tree) => playScenario({ scenario: "emptyObject", killed: false, tree }),
  },
  {
    name: "the inbox is emptied before its objects are durable",
    replacements: [
      {
        file: `${engine}/project/inbox.ts`,
        text: "    ports.contents.sync(hashes);",
        by: "",
      },
    ],
    caughtBy: ["rowsBadBlob", "rowsWithoutBlob"],
    row: cutAfter("drain"),
  },
  {
    name: "the inbox is emptied before its pack is there",
    replacements: [
      {
        file: `${engine}/project/pack-inbox.ts`,
        text: "    else if (digest(bytes) === hash) yield { hash, bytes };",
        by: "    else if (digest(bytes) === hash) {\n      timeline.dropFromInbox([hash]);\n      yield { hash, bytes };\n    }",
      },
    ],
    caughtBy: ["rowsWithoutBlob", "contentLost"],
    row: async (tree, interposer) => {
      const choose = (calls: readonly string[]): number[] => [
        calls.findIndex((call) => /^rename .*\/packs\//.test(call)),
      ];
      const row = { interposer, scenario: "drainMany", choose, tree } as const;
      return (await killAtEveryCall(row)).measures;
    },
  },
  {
    name: "the inbox is emptied before its pack is durable",
    replacements: [
      {
        file: "packages/store/src/packs/pack-writer.ts",
        text: "    fs.syncFile(this.#temporary);\n    await this.#verify",
        by: "    await this.#verify",
      },
    ],
    caughtBy: ["rowsBadBlob", "rowsWithoutBlob"],
    row: cutAfter("drainMany"),
  },
  {
    name: "a flush is acknowledged before its rows are committed",
    replacements: [
      {
        file: `${engine}/record/recorder.ts`,
        text: "  commit(): void {",
        by: "  commit(): void {\n    setTimeout(() => this.commitLater(), 2000);\n  }\n\n  commitLater(): void {",
      },
    ],
    caughtBy: ["ackedLost"],
    row: (tree) => playScenario({ scenario: "small", killed: true, tree }),
  },
  {
    name: "a commit that failed counts as made",
    replacements: [
      {
        file: "packages/timeline/src/write/commit-batch.ts",
        text: " || !hasSurvived(connection, isFound)",
        by: "",
      },
    ],
    caughtBy: ["ackedLost"],
    row: async (tree, interposer) => {
      const row = { interposer, scenario: "small", actions: ["EIO"], tree } as const;
      return (await failCalls({ ...row, span: "lasting", choose: "first", part: "projects" }))
        .measures;
    },
  },
  {
    name: "a flush that failed counts as done",
    replacements: [
      {
        file: "packages/system/src/disk/sync.ts",
        text: "    fsyncSync(fd);",
        by: "    try {\n      fsyncSync(fd);\n    } catch {}",
      },
    ],
    caughtBy: ["rowsBadBlob", "rowsWithoutBlob"],
    row: (tree, interposer) =>
      cutPower({ format: "ext4", cuts: [{ after: "drain", syncFails: 2 }], interposer, tree }),
  },
  {
    name: "a write that took half of the bytes counts as whole",
    replacements: [
      {
        file: "packages/system/src/disk/write-new.ts",
        text: "    at += count;",
        by: "    at += bytes.length;",
      },
    ],
    caughtBy: ["rowsBadBlob", "rowsWithoutBlob"],
    row: async (tree, interposer) => {
      const row = { interposer, scenario: "bulk", actions: ["FULL"], tree } as const;
      return (await failCalls({ ...row, span: "once", choose: "write" })).measures;
    },
  },
  {
    name: "temporary files of a killed program stay for ever",
    replacements: [
      {
        file: "packages/store/src/object-store.ts",
        text: "if (!prepared) clearTemporaries(fs, temporaries);",
        by: "void clearTemporaries;",
      },
    ],
    caughtBy: ["leftovers"],
    row: async (tree, interposer) => {
      const choose = (calls: readonly string[]): number[] => [
        calls.findIndex((call) => call.startsWith("rename")),
      ];
      const { measures } = await killAtEveryCall({ interposer, scenario: "small", choose, tree });
      return measures;
    },
  },
  {
    name: "timestamps follow a clock that goes back",
    replacements: [
      {
        file: "packages/timeline/src/write/commit.ts",
        text: "if (wanted > newest) newest = wanted;",
        by: "newest = wanted;",
      },
    ],
    caughtBy: ["outOfOrder"],
    row: (tree) => playScenario({ scenario: "clockBack", killed: false, tree }),
  },
  {
    name: "an absence of the daemon is not written down",
    replacements: [
      {
        file: `${engine}/project/project.ts`,
        text: "if (awaySince !== undefined)",
        by: "if (awaySince === null)",
      },
    ],
    caughtBy: ["gapUnreported"],
    row: (tree) => killAtRandom({ seed: 1, kills: 1, tree }),
  },
  {
    name: "lost events are ignored",
    replacements: [
      {
        file: `${engine}/project/intake.ts`,
        text: `case "overflow":\n        this.#overflowed();`,
        by: `case "overflow":`,
      },
    ],
    caughtBy: ["gapUnreported"],
    row: (tree) => overflowWhileStopped({ asked: true, tree }),
  },
  {
    name: "a daemon counts as alive because its process is there",
    replacements: [
      {
        file: "packages/core/src/intent/supervise.ts",
        text: ": checkSilence(watched, daemon, now);",
        by: `: { state: watched, action: { kind: "none", reason: "healthy" } };`,
      },
    ],
    caughtBy: ["hangs"],
    row: (tree) => superviseSilent(tree),
  },
  {
    name: "files are opened without O_NONBLOCK",
    replacements: [
      {
        file: "packages/system/src/disk/read-entry.ts",
        text: " | (constants.O_NONBLOCK ?? 0)",
        by: "",
      },
    ],
    caughtBy: ["hangs"],
    row: (tree, interposer) => swapForFifo({ interposer, limitMs: 5_000, tree }),
  },
  {
    name: "contents are served without a look at their digest",
    replacements: [
      {
        file: "packages/store/src/read-object.ts",
        text: ` && digest(read.bytes) === hash`,
        by: ` && digest.length > 0`,
      },
    ],
    caughtBy: ["servedWrong"],
    row: async (tree) => (await damageHomes({ seed: 1, damages: 12, tree })).measures,
  },
];
