import { Schema, Struct } from "effect"
import { GivenTime, Timestamp } from "../calendar/time.ts"
import { RowId } from "../schema/uuid.ts"

const AuthType = Schema.Literals(["NONE", "API_KEY", "BEARER"])

/** The header that carries an API key: a valid HTTP header name that neither the message nor its signature uses. */
const AuthHeaderName = Schema.String.annotate({
  description:
    "The header that carries the API key; required for API_KEY. It must not be a header that the message or its signature uses"
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

const maxCredentialLength = 4096

const Credential = Schema.String.annotate({
  description: `The API key or bearer token, at most ${maxCredentialLength} characters; stored encrypted and never returned. If left out, the former one stays; required when webhookUrl moves to another origin. Ignored with authType NONE`
})

/** Describes what is wrong with a credential without repeating it. */
export const credentialProblem = (credential: string): string | undefined =>
  credential.length > maxCredentialLength || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(credential)
    ? `must be 1 to ${maxCredentialLength} printable ASCII characters, without spaces around them`
    : undefined

const fields = {
  webhookEnabled: Schema.Boolean,
  webhookUrl: Schema.NullOr(
    Schema.String.annotate({ description: "A public http or https address; required when webhookEnabled is true" })
  ),
  webhookMethod: Schema.Literals(["POST", "PATCH"]),
  authType: AuthType,
  authHeaderName: Schema.NullOr(AuthHeaderName),
  csvAutoExport: Schema.Boolean.annotate({ description: "Store the results of each campaign as a file when it ends" }),
  shareTranscript: Schema.Boolean.annotate({
    description: "Send a link to the transcript with each call. Links work only while this and webhookEnabled are on"
  }),
  shareRecording: Schema.Boolean.annotate({
    description:
      "Send a link to the recording with each call, as `recording_url`. Links work only while this and webhookEnabled are on"
  }),
  sendResults: Schema.Boolean.annotate({
    description: "Send the results of each call, with their evidence, and its `commitment_data`"
  })
}

export const WriteBackChanges = Schema.Struct({
  ...Struct.map(fields, Schema.optionalKey),
  credential: Schema.optionalKey(Credential)
}).annotate({ identifier: "WriteBackChanges" })
export type WriteBackChanges = typeof WriteBackChanges.Type

/** The webhook through which an organization receives the outcomes of its calls. */
export const WriteBackConfig = Schema.Struct({
  ...fields,
  hasCredential: Schema.Boolean
}).annotate({ identifier: "WriteBackConfig" })
export type WriteBackConfig = typeof WriteBackConfig.Type

/** A failed delivery. */
export const WriteBackEvent = Schema.Struct({
  id: Schema.String,
  contactIdentifier: Schema.String,
  identifierType: Schema.String.annotate({ description: "The organization's metadata key, or phone" }),
  campaignName: Schema.String,
  status: Schema.Literals(["FAILED", "PERMANENT_FAILURE"]),
  attempts: Schema.Int.annotate({ description: "Number of requests made" }),
  lastError: Schema.String,
  lastAttemptAt: Timestamp
}).annotate({ identifier: "WriteBackEvent" })
export type WriteBackEvent = typeof WriteBackEvent.Type

const DeliveryStatus = Schema.Literals(["PENDING", "DELIVERED", "FAILED", "PERMANENT_FAILURE"])

/** A delivery in any state. */
export const WriteBackDelivery = Schema.Struct({
  ...WriteBackEvent.fields,
  status: DeliveryStatus
}).annotate({ identifier: "WriteBackDelivery" })
export type WriteBackDelivery = typeof WriteBackDelivery.Type

const DeliveryAttempt = Schema.Struct({
  at: Timestamp,
  durationMs: Schema.Int,
  statusCode: Schema.NullOr(Schema.Int).annotate({
    description: "The status of the target's answer; null without an answer"
  }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Null if the attempt delivered it" }),
  response: Schema.NullOr(Schema.String).annotate({ description: "At most 4 KiB of the answer, without secrets" })
}).annotate({ identifier: "DeliveryAttempt" })

/** A webhook delivery for a call, with all its attempts. */
export const ExplainedDelivery = Schema.Struct({
  id: Schema.String.annotate({ description: "The id in the list of failures" }),
  webhookId: Schema.String.annotate({ description: "The value of the header webhook-id, the same in every attempt" }),
  status: DeliveryStatus,
  createdAt: Timestamp,
  nextAttemptAt: Schema.NullOr(Timestamp),
  lastError: Schema.NullOr(Schema.String),
  attempts: Schema.Array(DeliveryAttempt).annotate({ description: "Every request made, oldest first" })
}).annotate({ identifier: "ExplainedDelivery" })
export type ExplainedDelivery = typeof ExplainedDelivery.Type

/** Selects the failed deliveries to send again. */
export const Requeue = Schema.Struct({
  from: Schema.optionalKey(GivenTime.annotate({ description: "Only deliveries first due at this time or later" })),
  to: Schema.optionalKey(GivenTime.annotate({ description: "Only deliveries first due before this time" })),
  status: Schema.optionalKey(WriteBackEvent.fields.status),
  campaignId: Schema.optionalKey(RowId)
}).annotate({ identifier: "Requeue" })
export type Requeue = typeof Requeue.Type

/** The target's answer to a sample delivery. */
export const TestAnswer = Schema.Struct({
  delivered: Schema.Boolean.annotate({ description: "Whether such an answer counts as delivered" }),
  status: Schema.NullOr(Schema.Int).annotate({ description: "The HTTP status; null without an answer" }),
  body: Schema.NullOr(Schema.String).annotate({ description: "At most 4 KiB of the answer" }),
  durationMs: Schema.Int,
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why it was not delivered" }),
  webhookId: Schema.String
}).annotate({ identifier: "WriteBackTestAnswer" })
export type TestAnswer = typeof TestAnswer.Type
