import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const file = fileURLToPath(new URL("../../agents/src/pi/extension.json", import.meta.url));

test("the text that is installed is that of these sources", () => {
  const { outputFiles } = buildSync({
    stdin: {
      contents: 'export { unf as default } from "./extension.ts";',
      resolveDir: import.meta.dirname,
    },
    ...{ bundle: true, write: false, format: "esm", platform: "node" },
    ...{ target: "es2022", charset: "utf8", legalComments: "none" },
  });
  const made = `${JSON.stringify(outputFiles[0]?.text.split("\n"), null, 2)}\n`;
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(file, made);
  assert.equal(readFileSync(file, "utf8"), made, "UPDATE_GOLDEN=1 writes it anew");
});
