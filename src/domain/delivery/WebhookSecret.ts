import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

export const WebhookSecret = Schema.Struct({
  secret: Schema.String.annotate({ description: "whsec_…, the secret that signs webhooks (Standard Webhooks)" }),
  previous: Schema.NullOr(Schema.String).annotate({ description: "The previous secret, while it is still valid" }),
  previousExpiresAt: Schema.NullOr(Timestamp)
}).annotate({ identifier: "WebhookSecret" })
export type WebhookSecret = typeof WebhookSecret.Type
