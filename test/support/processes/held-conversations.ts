import { PgClient } from "@effect/sql-pg"
import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { clientOf } from "../../carriers/simulated/line-client.ts"
import { newFlow } from "../api/resources.ts"
import { adminToken } from "../api/test-server.ts"
import { type LineRecord, lettersLost, lettersOf, linesOf } from "../data/conversations.ts"
import type { LineLog } from "../fakes/logged-line.ts"
import type { BalancedStream, startBalancer } from "../fakes/network/balancer.ts"
import { lineToken, type makeApi, makeAudience, makePeople } from "./load-node.ts"

// Calls of a campaign that hold the conversation of a persona, over media streams that a balancer gives to the nodes.

const persona = "allows-recording"

const opening =
  "Hello Asha, this is an automated call from the Bank of Pune about the plan that you asked us for. Do you have a minute?"

/** The transcript of the conversation, which takes about 15 seconds. */
const script = [
  "person: Hello?",
  `agent: ${opening}`,
  "person: Yes, that is fine.",
  "agent: Thank you, that is good to hear. Our team will contact you about the next step. Is there anything else you would like to know?",
  "person: What are your opening hours?",
  "agent: I am sorry, I do not know that. Shall I have somebody call you back about it?",
  "person: Thank you, goodbye.",
  "agent: Thank you for your time, goodbye."
]

/** A node on a loaded machine may be late with a piece of sound, and the line then plays a letter in two parts. */
const lettersLostByLoad = 5

type Api = ReturnType<typeof makeApi>

export const startConversations = Effect.fnUntraced(function* (api: Api, people: number, fields: object) {
  const organization = yield* Effect.promise(() =>
    api.organization({ name: "Bank", minutesQuota: 1_000_000 }, { ...newFlow, initialPrompt: opening })
  )
  const audience = yield* makeAudience(organization.id, yield* makePeople(organization.id, people, [], persona))
  // A second call would begin with an apology for the first one.
  const campaign = { ...fields, maxRetries: 0 }
  const id = yield* Effect.promise(() => api.campaign(organization, audience, campaign))
  yield* Effect.promise(() => api.start(organization.key, id))
  return { id, key: organization.key, organizationId: organization.id }
})

interface Spoken {
  readonly role: string
  readonly text: string
}

interface Held {
  readonly api: Api
  readonly line: { readonly url: string; readonly log: LineLog }
  readonly balancer: Pick<Awaited<ReturnType<typeof startBalancer>>, "streams">
  readonly organizationId: number
}

/**
 * Compares each conversation, unless a disturbance may have harmed it, with its script: on the line and in the database.
 * Returns the streams of these, and a sentence for each that was harmed.
 */
export const checkConversations = Effect.fnUntraced(function* (
  { api, balancer, line, organizationId }: Held,
  mayBeHarmed: (stream: BalancedStream) => boolean
) {
  const sql = yield* PgClient.PgClient
  const attempts = yield* sql<{ id: string; callId: string }>`select id, call_id as "callId" from attempts
    where organization_id = ${organizationId}`
  const callIds = new Map(attempts.map(({ callId, id }) => [id, callId]))
  const { request } = clientOf(line.url, Redacted.value(lineToken))
  const held = [...line.log.calls.values()].flatMap((call) => {
    const stream = balancer.streams.find(({ path }) => path === call.streamPath)
    return stream === undefined ? [] : [{ ...call, stream }]
  })
  const unharmed = held.filter(({ stream }) => !mayBeHarmed(stream))
  const problems = yield* Effect.forEach(
    unharmed,
    Effect.fnUntraced(function* ({ attemptId, sid, stream, to }) {
      const { body } = yield* request("GET", `/Calls/${sid}/Talk.json`)
      const { heard, problems, said } = body as unknown as LineRecord
      const path = `/admin/v1/organizations/${organizationId}/calls/${callIds.get(attemptId)}`
      const { body: call } = yield* Effect.promise(() => api.ask(adminToken, "GET", path))
      try {
        assert.deepInclude(call, { outcome: "CONNECTED", attempts: 1 })
        const transcript = call.transcript.map(({ role, text }: Spoken) => `${role}: ${text}`)
        assert.deepStrictEqual(transcript, script)
        assert.strictEqual(lettersOf(said), lettersOf(linesOf(call, "person")))
        assert.isAtMost(lettersLost(linesOf(call, "agent"), lettersOf(heard), false), lettersLostByLoad)
        assert.deepStrictEqual(problems, [])
        return []
      } catch (error) {
        const seconds = [stream.askedAt, stream.endedAt].map((at) => (at / 1_000).toFixed(1)).join(" to ")
        const { outcome, transcript } = call
        const met = JSON.stringify({ outcome, transcript, line: body })
        return [`The conversation with ${to} on ${stream.to?.host}, second ${seconds}, was harmed (${error}): ${met}`]
      }
    })
  )
  return { count: held.length, unharmed: unharmed.map(({ stream }) => stream), problems: problems.flat() }
})
