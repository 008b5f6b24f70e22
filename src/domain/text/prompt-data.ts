/** Escapes untrusted text for use between the tags of a prompt: it can neither open nor close a tag. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** Escapes untrusted text for use as the value of an attribute of a tag. */
export const escapedName = (name: string): string => escaped(onOneLine(name)).replaceAll('"', "&quot;")

/** Reverts `escaped` and `escapedName`. */
export const unescaped = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")

/** Replaces line breaks and control characters, so that the text stays on one line and is fully visible. */
export const onOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim()
