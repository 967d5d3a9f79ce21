import { type AbsPath, absPathToColumn, pathToColumn } from "@unf/core/base";
import { formatUtc } from "@unf/core/time";
import type { Row } from "@unf/engine";
import type { SnapshotNotice } from "@unf/protocol";

/** The notices that subscribers get of committed rows. */
export function noticesOf(root: AbsPath, rows: readonly Row[]): SnapshotNotice[] {
  return rows.flatMap(({ id, snapshot }) =>
    id === undefined
      ? []
      : {
          root: absPathToColumn(root),
          id,
          path: pathToColumn(snapshot.path),
          event: snapshot.event,
          settled: snapshot.settled,
          at: formatUtc(snapshot.at),
          bytes: snapshot.bytes,
        },
  );
}
