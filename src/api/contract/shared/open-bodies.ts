type Node = Record<string, unknown>

interface Document extends Node {
  readonly paths: Record<string, Record<string, { readonly requestBody?: unknown }>>
  readonly components: { readonly schemas: Record<string, unknown> }
}

/**
 * Removes `additionalProperties: false` from the schemas of request bodies. Unknown fields of a body are ignored: a
 * client that validates its requests must not refuse what this service accepts. Schemas of answers keep it, unless a
 * request uses them too.
 */
export const openBodies = (document: Node): Node => {
  const { paths, components } = document as Document
  const opened = new Set<string>()

  const open = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return
    const { $ref, additionalProperties } = schema as Node
    if (additionalProperties === false) delete (schema as Node).additionalProperties
    if (typeof $ref === "string") openComponent($ref.slice($ref.lastIndexOf("/") + 1))
    for (const part of Object.values(schema)) open(part)
  }

  const openComponent = (name: string) => {
    if (opened.has(name)) return
    opened.add(name)
    open(components.schemas[name])
  }

  for (const operations of Object.values(paths)) {
    for (const { requestBody } of Object.values(operations)) open(requestBody)
  }
  return document
}
