import { type AbsPath, absPathToColumn } from "@unf/core/base";
import type { Connection, SnapshotNotice } from "@unf/protocol";

/** The connections that subscribed to new snapshots, each of one root or of all. */
export class Subscribers {
  readonly #roots = new Map<Connection, string | undefined>();

  add(connection: Connection, root: AbsPath | undefined): void {
    this.#roots.set(connection, root === undefined ? undefined : absPathToColumn(root));
    connection.onEnded(() => this.#roots.delete(connection));
  }

  tell(notice: SnapshotNotice): void {
    for (const [connection, root] of this.#roots) {
      if (root === undefined || root === notice.root) connection.notify("snapshot", notice);
    }
  }
}
