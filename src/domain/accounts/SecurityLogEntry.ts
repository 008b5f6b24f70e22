import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"

export const SecurityLogEntry = Schema.Struct({
  id: Schema.String,
  at: Timestamp,
  organizationId: Schema.NullOr(Schema.Int).annotate({
    description: "Null for an action on the installation itself, such as admin-token.create"
  }),
  actor: Schema.String.annotate({
    description:
      "admin for ADMIN_TOKEN, admin-token:<id>, key:<id>, person:<id>, transcript-link and recording-link for a client that has a link, and " +
      "otherwise the part of the service that acted, such as opt-out"
  }),
  actorName: Schema.NullOr(Schema.String).annotate({
    description: "The name that a person had when they acted; null for all other actors"
  }),
  action: Schema.String.annotate({ description: "The action, such as api-key.create" }),
  target: Schema.String.annotate({ description: "The id of the object that was changed or read" }),
  requestId: Schema.NullOr(Schema.String).annotate({
    description: "The X-Request-Id of the request; null for actions of the service and of earlier releases"
  }),
  address: Schema.NullOr(Schema.String).annotate({
    description: "The address that sent the request, which is the proxy's behind one; null like requestId"
  }),
  details: Schema.Record(Schema.String, Schema.Json)
}).annotate({ identifier: "SecurityLogEntry" })
export type SecurityLogEntry = typeof SecurityLogEntry.Type

/** The entries that a list shows: those that match all given conditions. */
export interface SecurityLogFilter {
  readonly organizationId?: number | undefined
  readonly actor?: string | undefined
  /** An action, or the first part of several, such as `campaign` for `campaign.start` and `campaign.pause`. */
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}
