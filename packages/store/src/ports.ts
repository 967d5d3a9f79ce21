import type { AbsPath } from "@unf/core/base";
import type { PackPorts } from "./packs/pack-ports.ts";

/** The ports of an object store. */
export interface ObjectStorePorts extends PackPorts {
  /** The directory of all objects. Made, with its parents, by the first `put`. */
  readonly directory: AbsPath;
  /** Where objects wait that nothing needed any more. Made when it is first needed. */
  readonly trash: AbsPath;
  /** Where damaged objects are moved. Made when it is first needed. */
  readonly lostAndFound: AbsPath;
}
