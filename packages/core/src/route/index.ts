export { createRouter, type Router } from "./router.ts";
