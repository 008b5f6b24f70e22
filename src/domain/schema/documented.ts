/**
 * Annotates a check with what it requires, in words of JSON Schema, for the OpenAPI documents: clients that validate their
 * requests, and programs that generate some, then know the bounds. A check may be stricter.
 */
export const documented = (constraint: Readonly<Record<string, string | number>>) => ({
  toJsonSchema: () => ({ ...constraint })
})
