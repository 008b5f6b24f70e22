import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Campaigns } from "../../../campaigns/Campaigns.ts"
import { CampaignControl, type NotReady, type QuotaExceeded } from "../../../dialer/CampaignControl.ts"
import { lacksTimezone } from "../../../domain/campaigns/Campaign.ts"
import { toPage } from "../../../domain/schema/page.ts"
import { Api } from "../../contract/Api.ts"
import { BadRequest, Conflict, PaymentRequired } from "../../contract/shared/errors.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { wrongState } from "../conflicts.ts"
import { notFound } from "../not-found.ts"

const campaignNotFound = notFound("CampaignNotFound", "campaign")
const flowNotFound = notFound("FlowNotFound", "flow")
const audienceNotFound = notFound("AudienceNotFound", "audience")

export const CampaignsLive = HttpApiBuilder.group(
  Api,
  "campaigns",
  Effect.fnUntraced(function* (handlers) {
    const campaigns = yield* Campaigns
    const control = yield* CampaignControl
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { organizationId } = yield* Caller
        return toPage(yield* campaigns.list(organizationId, query, query), query)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* campaigns.get(organizationId, params.id)
      }, campaignNotFound),
      create: Effect.fnUntraced(
        function* ({ payload }) {
          const { organizationId } = yield* Caller
          return yield* campaigns.create(organizationId, payload)
        },
        flowNotFound,
        audienceNotFound
      ),
      update: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { organizationId } = yield* Caller
          return yield* campaigns.update(organizationId, params.id, payload)
        },
        campaignNotFound,
        flowNotFound,
        audienceNotFound,
        Effect.catchTags({ TimezoneMissing: timezoneMissing, CustomLabelInTheWay: inTheWay, WrongState: wrongState })
      ),
      updateRetryPolicy: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { organizationId } = yield* Caller
          return yield* campaigns.updateRetryPolicy(organizationId, params.id, payload)
        },
        campaignNotFound,
        Effect.catchTag("WrongState", wrongState)
      ),
      start: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          return yield* control.start(organizationId, params.id)
        },
        campaignNotFound,
        Effect.catchTags({ WrongState: wrongState, NotReady: notReady, QuotaExceeded: quotaExceeded })
      ),
      pause: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          yield* control.pause(organizationId, params.id)
          return { status: "PAUSED" } as const
        },
        campaignNotFound,
        Effect.catchTag("WrongState", wrongState)
      ),
      resume: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          yield* control.resume(organizationId, params.id)
          return { status: "IN_PROGRESS" } as const
        },
        campaignNotFound,
        Effect.catchTags({ WrongState: wrongState, QuotaExceeded: quotaExceeded })
      ),
      cancel: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          yield* control.cancel(organizationId, params.id)
          return { status: "CANCELLED" } as const
        },
        campaignNotFound,
        Effect.catchTag("WrongState", wrongState)
      )
    })
  })
)

const timezoneMissing = () =>
  new BadRequest({
    message: `timezone ${lacksTimezone}`,
    details: [{ path: "timezone", message: lacksTimezone }]
  })

const inTheWay = ({ name }: { readonly name: string }) =>
  new Conflict({
    message: `The labels of this use case have the name of the custom label "${name}": rename or delete that one first`,
    code: "LABEL_NAME_TAKEN"
  })

const notReady = ({ missing }: NotReady) =>
  new BadRequest({
    message: `The campaign cannot start: ${missing.join("; ")}`,
    details: missing.map((message) => ({ path: "", message }))
  })

const quotaExceeded = ({ needed, remaining }: QuotaExceeded) =>
  new PaymentRequired({
    message: `Not enough minutes of quota: ${needed} needed, ${remaining} remaining`
  })
