import assert from "node:assert/strict";
import { test } from "node:test";
import { usersOf } from "./connected-user.ts";

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1015 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 40 1
   1: 0100007F:1015 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 41 1
   2: 0100007F:C350 0100007F:1015 01 00000000:00000000 00:00000000 00000000 65534        0 42 1
   3: 0200007F:C350 0100007F:1015 01 00000000:00000000 00:00000000 00000000  1001        0 43 1
   4: 0100007F:C351 0100007F:1015 01 00000000:00000000 00:00000000 00000000     0        0 44 1
`;

test("the client's end of a connection says whose it is, the server's and others do not", () => {
  assert.deepEqual(usersOf(table, { server: 0x1015, client: 0xc351 }), [0]);
  assert.deepEqual(usersOf(table, { server: 0x1015, client: 0xc350 }), [65_534, 1001]);
  assert.deepEqual(usersOf(table, { server: 0x1015, client: 1 }), []);
  assert.deepEqual(usersOf("", { server: 0x1015, client: 0xc350 }), []);
});
