// The types of TypeScript lack these parts of JSON, which Node has since version 22.
const json = JSON as unknown as {
  readonly parse: (
    text: string,
    read: (key: string, value: unknown, at: { readonly source: string }) => unknown
  ) => unknown
  readonly rawJSON: (text: string) => object
  readonly isRawJSON: (value: unknown) => boolean
}

/** Parses JSON and keeps each number as it is written, since a double loses digits of a long id. */
export const parseExactly = (text: string): unknown =>
  json.parse(text, (_, value, { source }) => (typeof value === "number" ? json.rawJSON(source) : value))

/** Whether a value is a number as `parseExactly` returns it. */
export const isExactNumber = (value: unknown): boolean => json.isRawJSON(value)

/** Returns a value as JSON; undefined if it is nested too deeply for the stack. */
export const jsonOf = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
