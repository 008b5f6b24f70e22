import { Schema, Struct } from "effect"
import { GivenTime, Timestamp } from "../calendar/time.ts"

const AuthType = Schema.Literals(["NONE", "API_KEY", "BEARER"])

/** The header that carries an API key: a name that HTTP allows, and none that the message or its signature is made of. */
const AuthHeaderName = Schema.String.annotate({
  description: "The header for API_KEY; required with it, and none that frames the message or belongs to its signature"
}).check(Schema.makeFilter((name) => headerNameProblem(name)))

const headerNameProblem = (name: string): string | undefined => {
  if (name.length > 100 || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    return "must be the name of an HTTP header, at most 100 characters"
  return isReserved(name.toLowerCase()) ? "must not be a header that the message itself needs" : undefined
}

const reserved = new Set([
  "accept-encoding",
  "connection",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent"
])
const isReserved = (name: string) => reserved.has(name) || /^(content|webhook|proxy)-/.test(name)

const longestCredential = 4096

const Credential = Schema.String.annotate({
  description: `The API key or bearer token, at most ${longestCredential} characters; kept encrypted and never returned. Left out: the former one stays; ignored with authType NONE`
})

/** Its words never repeat what was given. */
export const credentialProblem = (credential: string): string | undefined =>
  credential.length > longestCredential || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(credential)
    ? `must be 1 to ${longestCredential} printable ASCII characters, without spaces around them`
    : undefined

const fields = {
  webhookEnabled: Schema.Boolean,
  webhookUrl: Schema.NullOr(
    Schema.String.annotate({ description: "A public http or https address; required when webhookEnabled is true" })
  ),
  webhookMethod: Schema.Literals(["POST", "PATCH"]),
  authType: AuthType,
  authHeaderName: Schema.NullOr(AuthHeaderName),
  csvAutoExport: Schema.Boolean.annotate({ description: "Keep the results of each campaign as a file when it ends" }),
  shareTranscript: Schema.Boolean.annotate({ description: "Send a link to the transcript with each call" })
}

export const WriteBackChanges = Schema.Struct({
  ...Struct.map(fields, Schema.optionalKey),
  credential: Schema.optionalKey(Credential)
}).annotate({ identifier: "WriteBackChanges" })
export type WriteBackChanges = typeof WriteBackChanges.Type

/** Where and how an organization is told what came of its calls. */
export const WriteBackConfig = Schema.Struct({
  ...fields,
  hasCredential: Schema.Boolean
}).annotate({ identifier: "WriteBackConfig" })
export type WriteBackConfig = typeof WriteBackConfig.Type

/** A delivery that did not succeed. */
export const WriteBackEvent = Schema.Struct({
  id: Schema.String,
  contactIdentifier: Schema.String,
  identifierType: Schema.String.annotate({ description: "The organization's lookup key, or phone" }),
  campaignName: Schema.String,
  status: Schema.Literals(["FAILED", "PERMANENT_FAILURE"]),
  attempts: Schema.Int.annotate({ description: "Requests made" }),
  lastError: Schema.String,
  lastAttemptAt: Timestamp
}).annotate({ identifier: "WriteBackEvent" })
export type WriteBackEvent = typeof WriteBackEvent.Type

const DeliveryStatus = Schema.Literals(["PENDING", "DELIVERED", "FAILED", "PERMANENT_FAILURE"])

/** Where a delivery stands. */
export const WriteBackDelivery = Schema.Struct({
  ...WriteBackEvent.fields,
  status: DeliveryStatus
}).annotate({ identifier: "WriteBackDelivery" })
export type WriteBackDelivery = typeof WriteBackDelivery.Type

const DeliveryAttempt = Schema.Struct({
  at: Timestamp,
  durationMs: Schema.Int,
  statusCode: Schema.NullOr(Schema.Int).annotate({ description: "What the target answered; null without an answer" }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Null when it was delivered" }),
  response: Schema.NullOr(Schema.String).annotate({ description: "At most 4 KiB of the answer, without secrets" })
}).annotate({ identifier: "DeliveryAttempt" })

/** What was told of a call, and how that went. */
export const ExplainedDelivery = Schema.Struct({
  id: Schema.String.annotate({ description: "That of the failures list" }),
  webhookId: Schema.String.annotate({ description: "The header webhook-id, the same in every attempt" }),
  status: DeliveryStatus,
  createdAt: Timestamp,
  nextAttemptAt: Schema.NullOr(Timestamp),
  lastError: Schema.NullOr(Schema.String),
  attempts: Schema.Array(DeliveryAttempt).annotate({ description: "Every request made, oldest first" })
}).annotate({ identifier: "ExplainedDelivery" })
export type ExplainedDelivery = typeof ExplainedDelivery.Type

/** Which deliveries that failed are made once more. */
export const Requeue = Schema.Struct({
  from: Schema.optionalKey(GivenTime.annotate({ description: "Only what was first due at this time or later" })),
  to: Schema.optionalKey(GivenTime.annotate({ description: "Only what was first due before this time" })),
  status: Schema.optionalKey(WriteBackEvent.fields.status),
  campaignId: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Requeue" })
export type Requeue = typeof Requeue.Type

/** What a target said to a sample. */
export const TestAnswer = Schema.Struct({
  delivered: Schema.Boolean.annotate({ description: "Whether it would count as delivered" }),
  status: Schema.NullOr(Schema.Int).annotate({ description: "Null without an answer" }),
  body: Schema.NullOr(Schema.String).annotate({ description: "At most 4 KiB of the answer" }),
  durationMs: Schema.Int,
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why it was not delivered" }),
  webhookId: Schema.String
}).annotate({ identifier: "WriteBackTestAnswer" })
export type TestAnswer = typeof TestAnswer.Type
