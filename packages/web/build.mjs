// Runs Vite on the sources of the page.

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";

export async function runVite(from, to) {
  await build({
    root: from,
    configFile: false,
    envDir: false,
    logLevel: "warn",
    // The server may stand under any address.
    base: "./",
    plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
    // A worker reads the grammars one by one.
    worker: { format: "es" },
    build: {
      outDir: to,
      emptyOutDir: true,
      target: "es2023",
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  });
}
