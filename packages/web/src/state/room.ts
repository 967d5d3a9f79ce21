import { MediaQuery } from "svelte/reactivity";

/** True of a page as narrow as a phone, where two columns have no room. */
export const isNarrow = new MediaQuery("max-width: 40rem");
