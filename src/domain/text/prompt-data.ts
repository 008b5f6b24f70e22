/** What others wrote, as it stands in the tags of a prompt: nothing in it opens or closes one. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** The same for the value of an attribute. */
export const escapedName = (name: string): string => escaped(onOneLine(name)).replaceAll('"', "&quot;")

/** How it was before it was escaped. */
export const unescaped = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")

/** Begins no line of its own, and shows in full. */
export const onOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim()
