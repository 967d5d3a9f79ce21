export { type ScreenHost, showScreen } from "./show-screen.ts";
