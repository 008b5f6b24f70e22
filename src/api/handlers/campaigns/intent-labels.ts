import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { IntentLabels, type LabelNameTaken, type LabelRefused } from "../../../campaigns/IntentLabels.ts"
import { sentence } from "../../../domain/schema/problems.ts"
import { Api } from "../../contract/Api.ts"
import { BadRequest, Conflict } from "../../contract/shared/errors.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { wrongState } from "../conflicts.ts"
import { notFound } from "../not-found.ts"

const campaignNotFound = notFound("CampaignNotFound", "campaign")
const labelNotFound = notFound("IntentLabelNotFound", "intent label")

export const IntentLabelsLive = HttpApiBuilder.group(
  Api,
  "intentLabels",
  Effect.fnUntraced(function* (handlers) {
    const labels = yield* IntentLabels
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* labels.list(organizationId, params.id)
      }, campaignNotFound),
      add: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { organizationId } = yield* Caller
          return yield* labels.add(organizationId, params.id, payload)
        },
        campaignNotFound,
        Effect.catchTags({ LabelRefused: refused, LabelNameTaken: nameTaken, WrongState: wrongState })
      ),
      update: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { organizationId } = yield* Caller
          return yield* labels.update(organizationId, params.id, params.labelId, payload)
        },
        campaignNotFound,
        labelNotFound,
        Effect.catchTags({ LabelRefused: refused, LabelNameTaken: nameTaken, WrongState: wrongState })
      ),
      reorder: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { organizationId } = yield* Caller
          return yield* labels.reorder(organizationId, params.id, payload.orderedIds)
        },
        campaignNotFound,
        Effect.catchTags({ LabelRefused: refused, WrongState: wrongState })
      ),
      remove: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          yield* labels.remove(organizationId, params.id, params.labelId)
          return { success: true }
        },
        campaignNotFound,
        labelNotFound,
        Effect.catchTags({ LabelRefused: refused, WrongState: wrongState })
      )
    })
  })
)

const refused = ({ path, message }: LabelRefused) =>
  new BadRequest({ message: sentence([{ path, message }]), details: [{ path, message }] })

const nameTaken = ({ name }: LabelNameTaken) =>
  new Conflict({ message: `The campaign has a label "${name}" already`, code: "LABEL_NAME_TAKEN" })
