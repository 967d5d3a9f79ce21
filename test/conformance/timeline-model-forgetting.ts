import type { ForgettingReader, ForgettingWriter, TimelineFile } from "@unf/core/ports";
import type { Forgetting } from "@unf/core/timeline";

type Orders = ForgettingReader & ForgettingWriter & Pick<TimelineFile, "compact">;

/** The part of the model timeline that holds orders to forget. It keeps no bytes besides. */
export function createModelForgetting(): Orders {
  let orders: Forgetting[] = [];
  const change = (id: number, what: Partial<Forgetting>) => {
    orders = orders.map((one) => (one.id === id ? { ...one, ...what } : one));
  };
  return {
    forgettings: () => orders,
    addForgettings: (added) => {
      const first = orders.length + 1;
      const state = "pending" as const;
      orders = [
        ...orders,
        ...added.map((one, at) => ({ ...one, id: first + at, state, snapshots: 0 })),
      ];
      return added.map((_, at) => first + at);
    },
    finishForgetting: (id, snapshots) => change(id, { state: "done", hashes: [], snapshots }),
    endForgetting: (id) => {
      const isLasting = orders.some((one) => one.id === id && one.lasting);
      change(id, { lasting: false });
      return isLasting;
    },
    scrub: () => [],
    findTexts: () => [],
    texts: () => [],
    compact: () => "done",
  };
}
