/** Goes with a payload that may be `NoContent`, which the document alone would not tell. */
export const optionalBody = (operation: Record<string, unknown>) => ({
  ...operation,
  requestBody: { ...(operation.requestBody as object), required: false }
})
