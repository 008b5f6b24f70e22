import { Context, type Effect, Schema } from "effect"
import type { CampaignNotFound, WrongState } from "../campaigns/Campaigns.ts"
import type { Campaign } from "../domain/Campaign.ts"

/** A campaign that is not ready to be started, with everything that is missing. */
export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", { missing: Schema.Array(Schema.String) }) {}
export class QuotaExceeded extends Schema.TaggedError<QuotaExceeded>()("QuotaExceeded", {
  needed: Schema.Int,
  remaining: Schema.Int
}) {}

/** Starts, pauses, resumes and cancels campaigns. */
export class CampaignControl extends Context.Service<
  CampaignControl,
  {
    readonly start: (
      organizationId: number,
      id: string
    ) => Effect.Effect<Campaign, CampaignNotFound | WrongState | NotReady | QuotaExceeded>
    readonly pause: (organizationId: number, id: string) => Effect.Effect<void, CampaignNotFound | WrongState>
    readonly resume: (
      organizationId: number,
      id: string
    ) => Effect.Effect<void, CampaignNotFound | WrongState | QuotaExceeded>
    readonly cancel: (organizationId: number, id: string) => Effect.Effect<void, CampaignNotFound | WrongState>
  }
>()("carillon/dialer/CampaignControl") {}
