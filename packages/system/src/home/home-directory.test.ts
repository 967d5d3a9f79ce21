import assert from "node:assert/strict";
import { test } from "node:test";
import { homeDirectory } from "./home-directory.ts";

test("UNF_HOME names the home; else it is .unfudged in HOME", () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{ UNF_HOME: "/data/unf", HOME: "/home/a" }, "/data/unf"],
    [{ HOME: "/home/a" }, "/home/a/.unfudged"],
    [{ UNF_HOME: "", HOME: "/home/a" }, "/home/a/.unfudged"],
    [{ UNF_HOME: "/data//unf/./x/../" }, "/data/unf"],
    [{ HOME: "/" }, "/.unfudged"],
  ];
  for (const [env, home] of cases) assert.equal(homeDirectory(env), home);
});

test("without HOME the system's own record of the user is asked", () => {
  assert.match(homeDirectory({}), /^\/.*\.unfudged$/);
});

test("a home that is relative, or not UTF-8, is refused by the variable's name", () => {
  for (const env of [{ UNF_HOME: "x" }, { UNF_HOME: "~/x" }, { UNF_HOME: "/a\uFFFD" }]) {
    assert.throws(() => homeDirectory(env), { code: "usage", message: /^UNF_HOME/ });
  }
  assert.throws(() => homeDirectory({ HOME: "relative" }), { message: /^HOME/ });
});

test("where paths are those of Windows, one line says so, and what runs there", () => {
  for (const HOME of ["C:\\Users\\a", "C:/Users/a", "\\\\server\\share\\a", "\\\\?\\C:\\a"])
    assert.throws(() => homeDirectory({ HOME }), {
      code: "refused",
      message: `unf takes no paths of Windows yet: ${HOME}`,
      hint: /WSL/,
    });
});
