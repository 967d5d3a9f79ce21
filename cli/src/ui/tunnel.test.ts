import assert from "node:assert/strict";
import { test } from "node:test";
import { tunnelCommand } from "./tunnel.ts";

test("over SSH the command is said that brings the port to the other machine", () => {
  const env = { SSH_CONNECTION: "192.0.2.7 50022 192.0.2.1 22", USER: "ada" };
  assert.equal(tunnelCommand(env, 4117), "ssh -N -L 4117:127.0.0.1:4117 ada@192.0.2.1");
  const other = { SSH_CONNECTION: "2001:db8::7 50022 2001:db8::1 2222" };
  assert.equal(tunnelCommand(other, 1), "ssh -N -L 1:127.0.0.1:1 -p 2222 2001:db8::1");
});

test("there is none on the machine itself, and nothing that a shell would take for more", () => {
  assert.equal(tunnelCommand({}, 1), undefined);
  assert.equal(tunnelCommand({ SSH_CONNECTION: "" }, 1), undefined);
  assert.equal(tunnelCommand({ SSH_CONNECTION: "a b $(reboot) 22" }, 1), undefined);
  const env = { SSH_CONNECTION: "a 1 192.0.2.1 22;x", USER: "-oProxyCommand=x" };
  assert.equal(tunnelCommand(env, 1), "ssh -N -L 1:127.0.0.1:1 192.0.2.1");
});
