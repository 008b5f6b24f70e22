type Json = Record<string, any>

/**
 * Unknown fields of a body are ignored, and its schema must not say otherwise: a client that checks its own requests
 * would refuse what this service takes. Answers stay closed, unless they share a schema with a request.
 */
export const openBodies = (document: Json): Json => {
  const opened = new Set<string>()

  const open = (schema: unknown): void => {
    if (Array.isArray(schema)) return schema.forEach(open)
    if (typeof schema !== "object" || schema === null) return
    const { $ref, additionalProperties } = schema as Json
    if (additionalProperties === false) delete (schema as Json).additionalProperties
    if (typeof $ref === "string") openComponent($ref.slice($ref.lastIndexOf("/") + 1))
    Object.values(schema).forEach(open)
  }

  const openComponent = (name: string) => {
    if (opened.has(name)) return
    opened.add(name)
    open(document.components.schemas[name])
  }

  for (const path of Object.values<Json>(document.paths)) {
    for (const { requestBody } of Object.values(path)) open(requestBody)
  }
  return document
}
