import { Schema } from "effect"
import { described } from "../schema/described.ts"
import { withDefault } from "../schema/with-default.ts"
import { ToolRequest } from "./FlowTool.ts"
import { unknownPlaceholders } from "./request-template.ts"

const CallDataVariable = Schema.Struct({
  name: described(Schema.String, "Prompts name the value as {{name}}, as they do a key of the metadata").check(
    Schema.makeFilter((name) =>
      /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) ? undefined : "must have letters, digits and _, at most 64"
    )
  ),
  path: described(Schema.String, "The part of the JSON answer, such as account.balance").check(
    Schema.makeFilter((text) =>
      text.length <= 200 && /^[^.\s]+(\.[^.\s]+)*$/.test(text) ? undefined : "must be a path such as account.balance"
    )
  ),
  default: withDefault(
    described(Schema.String.check(Schema.isMaxLength(500)), "The value while the request has no such answer"),
    ""
  )
}).annotate({ identifier: "CallDataVariable" })

/** A request that fetches data about the contact while the phone rings. */
export const CallDataRequest = Schema.Struct({
  request: ToolRequest,
  variables: Schema.Array(CallDataVariable).check(
    Schema.makeFilter((all) =>
      all.length === 0 || all.length > 20
        ? "must be 1 to 20"
        : new Set(all.map(({ name }) => name)).size < all.length
          ? "must have different names"
          : undefined
    )
  )
})
  .annotate({
    identifier: "CallDataRequest",
    description: "A request that fetches data about the contact for the prompts, while the phone rings. null: none"
  })
  .check(
    Schema.makeFilter(({ request }) => {
      const [unknown] = unknownPlaceholders(`${request.url} ${request.body ?? ""}`, [])
      if (unknown !== undefined) return `has the unknown placeholder {{${unknown}}} in its request`
      return request.method === "GET" && request.body !== null ? "must have no body in a GET request" : undefined
    })
  )
export type CallDataRequest = typeof CallDataRequest.Type

/** Returns the values of a request that has no answer. */
export const defaultsOf = ({ variables }: CallDataRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(variables.map((variable) => [variable.name, variable.default]))
