import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { Campaigns } from "../campaigns/Campaigns.ts"
import { Flows } from "../campaigns/Flows.ts"
import { Contacts } from "../contacts/Contacts.ts"
import { canonicalJson } from "../domain/tools/argument-schema.ts"
import { type CallDataRequest, defaultsOf } from "../domain/tools/CallData.ts"
import type { FlowTool } from "../domain/tools/FlowTool.ts"
import { requestValues } from "../domain/tools/request-values.ts"
import { answerAt } from "../domain/tools/tool-answer.ts"
import { newId } from "../platform/ids.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { sealedColumn } from "../platform/secrets/sealed-column.ts"
import { ToolRequests } from "./ToolRequests.ts"

/** A call whose data is fetched. */
export interface CallToKnow {
  readonly organizationId: number
  readonly campaignId: string
  readonly callId: string
  readonly contactId: string
  readonly attemptId: string
  readonly flowVersion: number | null
}

/** Fetches data about the contact of a call, by the request of its flow, while the phone rings. */
export class CallData extends Context.Service<
  CallData,
  {
    /** Fetches and stores the data, unless that was done a short while ago. Ends within some seconds, and never fails. */
    readonly fetch: (call: CallToKnow) => Effect.Effect<void>
    /** Returns the values for the prompts. Waits for a request that is under way; defaults take the place of the rest. */
    readonly valuesOf: (
      organizationId: number,
      callId: string,
      request: CallDataRequest
    ) => Effect.Effect<Readonly<Record<string, string>>>
  }
>()("carillon/tools/CallData") {
  static readonly layer = Layer.effect(
    CallData,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const campaigns = yield* Campaigns
      const contacts = yield* Contacts
      const flows = yield* Flows
      const requests = yield* ToolRequests
      const secrets = yield* Secrets

      const read = Effect.fnUntraced(function* (organizationId: number, callId: string) {
        const [row] = yield* sql<Row>`select content,
            coalesce(pending_until > clock_timestamp(), false) as is_pending,
            fetched_at > clock_timestamp() - make_interval(mins => ${freshMinutes}) as is_fresh
          from call_data where organization_id = ${organizationId} and call_id = ${callId}`
        if (row === undefined || row.content === null) return { ...row, content: undefined }
        const text = yield* secrets.open(row.content, sealedCallData.place(organizationId, callId))
        return { ...row, content: JSON.parse(text) as Content }
      })

      /** Notes a request that begins; false if its answer is known already, or another node sends it. */
      const begin = Effect.fnUntraced(function* ({ callId, organizationId }: CallToKnow, key: string) {
        const known = yield* read(organizationId, callId)
        if (known.isPending === true || (known.content?.key === key && known.isFresh === true)) return false
        yield* sql`insert into call_data (organization_id, call_id, pending_until)
          values (${organizationId}, ${callId}, clock_timestamp() + make_interval(secs => ${timeoutSeconds + 1}))
          on conflict (organization_id, call_id) do update
            set content = null, pending_until = excluded.pending_until, fetched_at = clock_timestamp()`
        return true
      })

      const end = ({ callId, organizationId }: CallToKnow, content: Content | null) => {
        const sealed =
          content === null ? null : secrets.seal(JSON.stringify(content), sealedCallData.place(organizationId, callId))
        return sql`update call_data set content = ${sealed}, pending_until = null, fetched_at = clock_timestamp()
          where organization_id = ${organizationId} and call_id = ${callId}`
      }

      const fetch = Effect.fn("CallData.fetch")(
        function* (call: CallToKnow) {
          const { attemptId, callId, campaignId, contactId, organizationId } = call
          const campaign = yield* campaigns.get(organizationId, campaignId)
          const flowVersion = call.flowVersion ?? campaign.flowVersion
          const { callData } = yield* flows.used(organizationId, { flowId: campaign.flowId, flowVersion })
          if (callData === null) return
          const key = canonicalJson(callData)
          if (!(yield* begin(call, key))) return
          const contact = yield* contacts.get(organizationId, contactId)
          const named = requestValues(contact, { id: callId, campaignId, attemptId })
          const prepared = requests.prepare(organizationId, asTool(callData), { ...named, argument: {} })
          if ("problem" in prepared) return yield* end(call, null)
          const ids = { id: `data_${newId()}`, idempotencyKey: attemptId }
          const { result, status } = yield* requests.send(prepared.request, ids)
          yield* end(call, status === "DONE" ? { key, values: valuesIn(result, callData) } : null)
        },
        Effect.catchCause((cause) =>
          Effect.logWarning("Could not fetch the data of a call; its prompts have the defaults", cause)
        )
      )

      const valuesOf: CallData["Service"]["valuesOf"] = Effect.fn("CallData.valuesOf")(function* (
        organizationId,
        callId,
        request
      ) {
        const defaults = defaultsOf(request)
        for (;;) {
          const { content, isPending } = yield* read(organizationId, callId)
          if (content !== undefined || isPending !== true) return { ...defaults, ...content?.values }
          yield* Effect.sleep("100 millis")
        }
      }, Effect.orDie)

      return CallData.of({ fetch, valuesOf })
    })
  )
}

interface Row {
  readonly content: string | null
  readonly isPending: boolean
  readonly isFresh: boolean
}

/** The sealed part of a row. */
interface Content {
  /** The request that was answered: another one is sent anew. */
  readonly key: string
  readonly values: Readonly<Record<string, string>>
}

/** Maximum time of the request, s. */
const timeoutSeconds = 2
/** Time for which an answer is used again for the same call, such as its retry, minutes. */
const freshMinutes = 10
/** Maximum length of a value, characters. */
const longestValue = 500

/** Returns the request as a tool without arguments. */
export const asTool = ({ request }: CallDataRequest): FlowTool => ({
  name: "call_data",
  description: "Data before the call",
  parameters: { type: "object" },
  request,
  timeoutSeconds,
  waitingText: null,
  answer: null,
  changes: false
})

/** Returns the values that an answer has, by the names of the variables. */
export const valuesIn = (answer: string, { variables }: CallDataRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    variables.flatMap(({ name, path }) => {
      const found = answerAt(answer, path)
      const text = "text" in found && found.text !== "null" ? found.text.trim() : ""
      return text === "" ? [] : [[name, [...text].slice(0, longestValue).join("")]]
    })
  )

export const sealedCallData = sealedColumn("call_data", "content", "call_id")
