import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanEnvironment } from "./clean-environment.ts";

test("who and where the user is passes; what loads code or holds a secret does not", () => {
  const kept = {
    HOME: "/home/a",
    USER: "a",
    LOGNAME: "a",
    LANG: "C",
    LC_ALL: "C",
    LC_TIME: "de_DE",
    TZ: "UTC",
    TMPDIR: "/tmp",
    XDG_RUNTIME_DIR: "/run/user/1",
    UNF_HOME: "/h",
    PATH: "/bin",
  };
  const dropped = {
    NODE_OPTIONS: "--require /repo/evil.js",
    NODE_PATH: "/repo",
    NODE_EXTRA_CA_CERTS: "/repo/ca",
    LD_PRELOAD: "/repo/evil.so",
    LD_LIBRARY_PATH: "/repo",
    DYLD_INSERT_LIBRARIES: "/repo",
    npm_config_prefix: "/repo",
    AWS_SECRET_ACCESS_KEY: "secret",
    GITHUB_TOKEN: "secret",
    SHELL: "/bin/sh",
    PWD: "/repo",
    home: "/repo",
  };
  assert.deepEqual(cleanEnvironment({ ...dropped, ...kept, TERM: undefined }), kept);
});
