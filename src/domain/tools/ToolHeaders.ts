import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { described } from "../schema/described.ts"

const origin = described(
  Schema.String,
  "Scheme, host and port, such as https://crm.example.com: the headers are sent nowhere else"
).check(
  Schema.makeFilter((text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text.toLowerCase()
      ? undefined
      : "must be scheme, host and port, such as https://crm.example.com"
  )
)

/** Headers with values that are sealed. */
export const SecretHeaders = described(
  Schema.Record(Schema.String, Schema.String),
  "At most 20 headers with their values, which no answer ever contains"
).check(
  Schema.makeFilter((all) => {
    const entries = Object.entries(all)
    if (entries.length > 20) return "must have at most 20 headers"
    const [odd] = entries.find(([name]) => !/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name)) ?? []
    if (odd !== undefined) return `has ${JSON.stringify(odd)}, which is no name of a header`
    const [own] =
      entries.find(([name]) => /^(webhook-.*|mcp-.*|idempotency-key|host|content-length|content-type)$/i.test(name)) ??
      []
    if (own !== undefined) return `has ${own}, which the service sets itself`
    const [unfit] = entries.find(([, value]) => !/^[\x20-\x7e]{1,4096}$/.test(value)) ?? []
    return unfit === undefined ? undefined : `has a value of ${unfit} that is empty, too long or not plain ASCII`
  })
)

const headers = SecretHeaders.check(
  Schema.makeFilter((all) => (Object.keys(all).length === 0 ? "must be 1 to 20 headers" : undefined))
)

/** A set of headers for requests of tools. */
export const NewToolHeaders = Schema.Struct({ origin, headers }).annotate({ identifier: "NewToolHeaders" })
export type NewToolHeaders = typeof NewToolHeaders.Type

/** A set of headers in answers: without its values. */
export const ListedToolHeaders = Schema.Struct({
  name: Schema.String,
  origin,
  headers: described(Schema.Array(Schema.String), "Names of the headers"),
  createdAt: described(Timestamp, "When the set was last replaced"),
  createdBy: described(Schema.String, "The actor who did so, as in the security log")
}).annotate({ identifier: "ListedToolHeaders" })
export type ListedToolHeaders = typeof ListedToolHeaders.Type
