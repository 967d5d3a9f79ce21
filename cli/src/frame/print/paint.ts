import colors from "picocolors";
import { noLink, type Paint } from "./view.ts";

/** The palette of every command. Colour never stands alone: a letter or sign says the same. */
export function createPaint(link: Paint["link"] = noLink): Paint {
  const paint = colors.createColors(true);
  return {
    added: unlessEmpty(paint.green),
    removed: unlessEmpty(paint.red),
    heading: unlessEmpty(paint.bold),
    faint: unlessEmpty(paint.dim),
    id: unlessEmpty(paint.yellow),
    warning: unlessEmpty(paint.yellow),
    good: unlessEmpty((text) => paint.bold(paint.green(text))),
    bad: unlessEmpty((text) => paint.bold(paint.red(text))),
    link,
  };
}

function unlessEmpty(colour: (text: string) => string): (text: string) => string {
  return (text) => (text === "" ? "" : colour(text));
}
