/** Reads a text from the address; the router reads `?search=12` as a number. */
export const textIn = (value: unknown): string | undefined => {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "string" && value !== "" ? value : undefined
}

/** Reads one of these values from the address. */
export const oneOf = <V extends string>(values: ReadonlyArray<V>, value: unknown): V | undefined =>
  values.find((one) => one === value)

/** Reads a page from the address; the first page is not written there. */
export const pageIn = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value > 1 ? value : undefined

/** Removes the fields that are undefined. */
export const defined = <A extends object>(values: A): { readonly [K in keyof A]?: Exclude<A[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never

/** Reads the search text and the page of a list from the address. */
export const listIn = (search: Readonly<Record<string, unknown>>) =>
  defined({ search: textIn(search.search), page: pageIn(search.page) })

/**
 * Makes a `validateSearch` that drops everything that `read` leaves out. By itself the router would keep it as it is in the
 * address, even an object, which no screen expects.
 */
export const only =
  <A extends object>(read: (search: Record<string, unknown>) => A) =>
  (search: Record<string, unknown>): A =>
    ({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...read(search) }) as A
