import { randomUUID } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import type { Person } from "../../support/api/campaign-client.ts"
import { startWithTwilio } from "../../support/fakes/twilio/twilio-server.ts"
import { makeRandom, shuffled } from "../../support/random.ts"

// Callbacks of several calls at once, in random order, repeated, late and wrong, compared with a naive model.

const rounds = process.env.PROVE === "full" ? 80 : 5
const people = 4
const maxRetries = 1

const { client, fake, server, stop } = await startWithTwilio({ person: () => ({ does: "wait" }), callbacks: "held" })
afterAll(stop)
const api = await client()

type Form = Readonly<Record<string, string>>

/** The expected state of an attempt. */
interface AttemptState {
  readonly id: string
  readonly callSid: string
  outcome: string | null
  duration: number
  answeredBy: string | null
}

/** An attempt, and how often its end was published. */
interface ModelAttempt extends AttemptState {
  ends: number
  /** The person is called again. */
  isPast: boolean
}

/** The expected state of a person's call. */
interface ExpectedCall {
  readonly person: Person
  readonly attempts: Array<ModelAttempt>
}

const unanswered: Readonly<Record<string, string>> = {
  busy: "BUSY",
  "no-answer": "NO_ANSWER",
  failed: "CARRIER_ERROR",
  canceled: "CARRIER_ERROR"
}
const answerers: Readonly<Record<string, string>> = {
  human: "human",
  machine_start: "machine",
  fax: "fax",
  unknown: "unknown"
}
const machines = new Set(["machine", "fax"])

/** Applies a callback to the model. The first end counts, except that a machine may be recognized later. */
const applyCallback = (attempt: ModelAttempt, form: Form) => {
  const before = attempt.outcome
  if (before === null) applyToLive(attempt, form)
  else applyToEnded(attempt, form)
  if (attempt.outcome !== before) attempt.ends += 1
}

const applyToEnded = (attempt: ModelAttempt, { AnsweredBy, CallStatus }: Form) => {
  const by = answerers[AnsweredBy ?? ""] ?? ""
  const mayBeMachine = attempt.outcome === "CONNECTED" || attempt.outcome === "NO_ANSWER"
  if (CallStatus !== undefined || attempt.isPast || !mayBeMachine || !machines.has(by)) return
  Object.assign(attempt, { outcome: "VOICEMAIL", duration: 0, answeredBy: by })
}

const applyToLive = (attempt: AttemptState, { AnsweredBy, CallDuration, CallStatus }: Form) => {
  attempt.answeredBy = answerers[AnsweredBy ?? ""] ?? attempt.answeredBy
  if (CallStatus === "completed") {
    const seconds = Number(CallDuration)
    if (machines.has(attempt.answeredBy ?? "")) attempt.outcome = "VOICEMAIL"
    else attempt.outcome = seconds < 10 ? "NO_ANSWER" : "CONNECTED"
    attempt.duration = attempt.outcome === "CONNECTED" ? seconds : 0
  } else {
    attempt.outcome = unanswered[CallStatus ?? ""] ?? null
  }
}

const statusOf = ({ attempts }: ExpectedCall) => {
  const last = attempts.at(-1)
  if (last === undefined || last.outcome === null) return "IN_PROGRESS"
  if (last.outcome === "CONNECTED") return "COMPLETED"
  return attempts.length <= maxRetries ? "QUEUED" : "FAILED"
}

const seed = Number(process.env.TEST_SEED)
const seeds = Array.from({ length: rounds }, (_, round) => seed + round)

test.each(seeds)("a storm of callbacks leaves every call as the model says, seed %i", async (seed) => {
  const { makeCallbacks, makeWrong, below, shuffle } = makeWeather(seed)
  const members = await api.people(...Array<number>(people + 1).fill(0))
  const id = await api.started(members, { maxRetries })
  // A single call stays live to the end, and with it the campaign.
  const expectedCalls = members.slice(1).map((person): ExpectedCall => ({ person, attempts: [] }))
  const known = () => expectedCalls.flatMap(({ attempts }) => attempts)

  const begin = async (expectedCall: ExpectedCall) => {
    const { callSid, id: attemptId } = await api.live(id, expectedCall.person)
    const attempt: ModelAttempt = {
      ...{ id: attemptId, callSid: callSid ?? "", outcome: null, duration: 0, answeredBy: null },
      ...{ ends: 0, isPast: false }
    }
    for (const past of expectedCall.attempts) past.isPast = true
    expectedCall.attempts.push(attempt)
    return attempt
  }

  // Some callbacks are kept for the next storm.
  const late: Array<Callback> = []
  const storm = async (fresh: ReadonlyArray<ModelAttempt>) => {
    const words = [...fresh.flatMap(makeCallbacks), ...late.splice(0)]
    const now = shuffle(words).filter((word) => below(5) > 0 || late.push(word) === 0)
    const order = now.flatMap((word) => (below(4) === 0 ? [makeWrong(word.attempt, known()), word] : [word]))
    // Callbacks of one attempt are sent in sequence, those of different attempts concurrently.
    const byAttempt = [...Map.groupBy(order, ({ attempt }) => attempt).values()]
    await Promise.all(
      byAttempt.map(async (mine) => {
        for (const word of mine) await say(word)
      })
    )
  }

  const check = async () => {
    const records = await api.records(id)
    const rows = await api.query(
      (sql) => sql<Row>`select id, call_sid as "callSid", outcome, answered_by as "answeredBy",
        duration_seconds as duration from attempts
        where campaign_id = ${id} and phone_number <> ${members[0]?.phoneNumber ?? ""}`
    )
    const byId = <A extends { readonly id: string }>(all: ReadonlyArray<A>) =>
      all.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const expected = known().map(({ ends: _ends, isPast: _isPast, ...attempt }): AttemptState => attempt)
    expect(byId(rows.map((row) => ({ ...row, duration: row.duration ?? 0 })))).toEqual(byId(expected))
    for (const expectedCall of expectedCalls) {
      const last = expectedCall.attempts.at(-1) as AttemptState
      expect(records.find(({ contactId }) => contactId === expectedCall.person.id)).toMatchObject({
        status: statusOf(expectedCall),
        outcome: last.outcome,
        duration: last.duration,
        attempts: expectedCall.attempts.length,
        callSid: last.callSid
      })
    }
    const sums = await api.query(
      (sql) => sql`select u.minutes_used::int - coalesce((select sum(ceil(duration_seconds / 60.0)) from attempts
            where organization_id = c.organization_id), 0)::int as "minutesOff",
          (select count(*)::int from calls where campaign_id = c.id and connected is distinct from exists (
            select 1 from attempts a where a.call_id = calls.id and a.outcome = 'CONNECTED')) as "connectedOff"
        from campaigns c join current_usage u on u.organization_id = c.organization_id where c.id = ${id}`
    )
    expect(sums).toEqual([{ minutesOff: 0, connectedOff: 0 }])
    const ended = await api.events("call-ended.v1", id)
    expect(ended).toHaveLength(known().reduce((sum, { ends }) => sum + ends, 0))
  }

  await storm(await Promise.all(expectedCalls.map(begin)))
  await check()
  await api.makeDue(id)
  await storm(await Promise.all(expectedCalls.filter((one) => statusOf(one) === "QUEUED").map(begin)))
  await check()
  // Attempts without an end get one now, and the others once more.
  for (const attempt of known()) await say({ attempt, form: formOf(attempt, { CallStatus: "busy" }) })
  await check()
  await api.move(id, "cancel")
})

interface Callback {
  readonly attempt: ModelAttempt
  readonly form: Form
  /** The path of the request, when it is not the right one. */
  readonly path?: string
  readonly signature?: string
  /** Requests that are not from Twilio, or about no attempt: the model ignores them. */
  readonly answer?: 403 | 204
}

interface Row {
  readonly id: string
  readonly callSid: string
  readonly outcome: string | null
  readonly answeredBy: string | null
  readonly duration: number | null
}

const pathOf = (attemptId: string) => `/carriers/twilio/status/${attemptId}`
const formOf = ({ callSid }: AttemptState, fields: Form): Form => ({
  AccountSid: fake.accountSid,
  CallSid: callSid,
  ...fields
})
const signatureOf = (path: string, form: Form) =>
  fake.sign(`http://127.0.0.1:${server.port}${path}`, Object.entries(form))

const say = async ({
  answer,
  attempt,
  form,
  path = pathOf(attempt.id),
  signature = signatureOf(path, form)
}: Callback) => {
  const { status } = await server.send({
    method: "POST",
    path,
    headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
    body: new URLSearchParams(form).toString()
  })
  expect(status).toBe(answer ?? 204)
  if (answer === undefined) applyCallback(attempt, form)
}

/** The storm of a seed; the same for every run. */
const makeWeather = (seed: number) => {
  const random = makeRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <A>(items: ReadonlyArray<A>): A => items[below(items.length)] as A
  const ends = ["completed", "completed", "completed", "busy", "no-answer", "failed", "canceled"]

  /** The callbacks that Twilio may send for an attempt, some repeated; it may end without an answer. */
  const makeCallbacks = (attempt: ModelAttempt): ReadonlyArray<Callback> => {
    const end = pick(ends)
    const endFields = {
      CallDuration: pick(["0", "9", "10", "75"]),
      ...(below(2) === 0 && { AnsweredBy: pick(Object.keys(answerers)) })
    }
    const all: ReadonlyArray<Form> = [
      { CallStatus: "initiated" },
      { CallStatus: "ringing" },
      { CallStatus: "in-progress" },
      { AnsweredBy: pick(Object.keys(answerers)), MachineDetectionDuration: "2000" },
      { CallStatus: end, ...(end === "completed" && endFields) }
    ]
    const chosen = all.filter(() => below(6) > 0)
    return [...chosen, ...chosen.filter(() => below(3) === 0)].map((fields) => ({
      attempt,
      form: formOf(attempt, fields)
    }))
  }

  const makeWrong = (attempt: ModelAttempt, all: ReadonlyArray<ModelAttempt>): Callback => {
    const form = formOf(attempt, { CallStatus: "failed" })
    const another = pick(all.filter((one) => one !== attempt))
    return pick<Callback>([
      { attempt, form, answer: 403, signature: signatureOf(pathOf(another.id), form) },
      { attempt, form, answer: 403, signature: signatureOf(pathOf(attempt.id), formOf(attempt, {})) },
      { attempt, form: { ...form, AccountSid: `AC${"0".repeat(32)}` }, answer: 403 },
      { attempt, form: formOf(attempt, { CallStatus: "dancing" }), answer: 403 },
      { attempt, form, answer: 204, path: pathOf(randomUUID()) }
    ])
  }

  const shuffle = <A>(items: ReadonlyArray<A>) => shuffled(items, below(2 ** 31))
  return { below, makeCallbacks, makeWrong, shuffle }
}
