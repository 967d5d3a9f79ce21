import { UnfError } from "@unf/core/base";
import { type Connection, createConnection, type MayWrite } from "../file/driver.ts";
import { repairHint } from "../file/failure.ts";
import { identityMeta, type ProjectIdentity } from "../file/identity.ts";
import { everyConnection, setJournal, setPragmas, setVacuum } from "../file/pragmas.ts";
import { checkVersion, createSchema, identifyFile, migrate } from "../file/schema.ts";
import { writeMeta } from "../rows/record.ts";

/** Connects to an existing file for writing; fills an empty one when `create` says with what. */
export function connectWriter(
  path: string,
  mayWrite: MayWrite,
  create?: ProjectIdentity,
): Connection {
  const onOpen = (opened: Connection) => prepareWriter(opened, create);
  return opened(createConnection({ path, mayWrite, onOpen }));
}

/** Connects to an existing file for reading. */
export function connectReader(path: string): Connection {
  return opened(createConnection({ path, mayWrite: undefined, onOpen: prepareReader }));
}

/** Opens the connection now, so that whoever asked for it learns of a failure. */
function opened(connection: Connection): Connection {
  try {
    connection.statement("SELECT 1 FROM versions LIMIT 1").get();
    return connection;
  } catch (thrown) {
    connection[Symbol.dispose]();
    throw thrown;
  }
}

function prepareWriter(connection: Connection, create: ProjectIdentity | undefined): void {
  const kind = identifyFile(connection);
  if (kind === "foreign") throw foreign(connection.path);
  if (kind === "empty" && create === undefined) throw empty(connection.path);
  if (kind === "timeline") checkVersion(connection, true);
  if (kind === "empty") setVacuum(connection);
  setPragmas(connection);
  if (kind === "empty" && create !== undefined) fill(connection, create);
  else setJournal(connection);
  migrate(connection);
}

/** Flushes nothing by itself: nobody believes the file before it was flushed whole and got its name. */
function fill(connection: Connection, create: ProjectIdentity): void {
  connection.pragma("synchronous = OFF");
  setJournal(connection);
  createSchema(connection, () => {
    for (const [key, value] of identityMeta(create)) writeMeta(connection, key, value);
  });
  connection.pragma(`synchronous = ${everyConnection.synchronous.set}`);
}

function prepareReader(connection: Connection): void {
  setPragmas(connection);
  connection.pragma("query_only = ON");
  const kind = identifyFile(connection);
  if (kind === "foreign") throw foreign(connection.path);
  if (kind === "empty") throw empty(connection.path);
  checkVersion(connection, false);
}

function foreign(path: string): UnfError {
  return new UnfError("store_damaged", `${path} is not a timeline of unf`, { hint: repairHint });
}

function empty(path: string): UnfError {
  return new UnfError("store_damaged", `the timeline ${path} is empty`, {
    hint: repairHint,
  });
}
