/**
 * A key in a text, such as `{{name}}`. The blanks around a key are not part of the expression: it would take quadratic
 * time for many of them.
 */
export const placeholder = /\{\{([^{}]*)\}\}/g

/** The keys of a text in its order; that of `{{}}` is empty. */
export const keysIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(placeholder), ([, key = ""]) => key.trim())
