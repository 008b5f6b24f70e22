import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

export const WebhookSecret = Schema.Struct({
  secret: Schema.String.annotate({ description: "whsec_…, what webhooks are signed with (Standard Webhooks)" }),
  previous: Schema.NullOr(Schema.String).annotate({ description: "The secret before, while it is still valid" }),
  previousExpiresAt: Schema.NullOr(Timestamp)
}).annotate({ identifier: "WebhookSecret" })
export type WebhookSecret = typeof WebhookSecret.Type
