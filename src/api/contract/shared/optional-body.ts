/** Marks the body as optional in the document, which a payload with `NoContent` does not do by itself. */
export const optionalBody = (operation: Record<string, unknown>) => ({
  ...operation,
  requestBody: { ...(operation.requestBody as object), required: false }
})
