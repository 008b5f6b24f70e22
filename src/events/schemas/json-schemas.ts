import { type JsonSchema, Schema } from "effect"
import { type TopicName, topics } from "./topics.ts"

/**
 * Returns the JSON Schema of a topic's events as they are on the wire. It is closed, so that it
 * lists every field; readers must still ignore unknown fields, because fields may be added.
 */
export const jsonSchemaOf = (name: TopicName): JsonSchema.JsonSchema => {
  const { title, description, schema } = topics[name]
  const written = Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" }).schema as unknown as WrittenEvent
  const { type, properties, ...rest } = written
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:carillon:${name}`,
    title,
    description,
    type,
    properties: plainFields(properties),
    ...rest
  }
}

interface WrittenEvent {
  readonly type: "object"
  readonly properties: Readonly<Record<string, Written>>
}

interface Written {
  readonly type: string
  readonly enum?: ReadonlyArray<string>
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Written>>
  readonly items?: Written
  /** Present for a nullable field: the schema of its values, and null. */
  readonly anyOf?: readonly [Written, { readonly type: "null" }]
}

const plainFields = (properties: Readonly<Record<string, Written>>) =>
  Object.fromEntries(Object.entries(properties).map(([field, of]) => [field, plain(of)]))

// Rewrites a field's schema from Effect's form into the usual one: null becomes one of its types,
// and the maximum of exact integers is left out.
const plain = ({ anyOf, ...field }: Written): object => {
  if (anyOf === undefined) {
    const { items, maximum, properties, ...rest } = field
    return {
      ...rest,
      ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
      ...(properties !== undefined && { properties: plainFields(properties) }),
      ...(items !== undefined && { items: plain(items) })
    }
  }
  const [other] = anyOf
  return { ...plain(other), ...field, type: [other.type, "null"], ...(other.enum && { enum: [...other.enum, null] }) }
}
