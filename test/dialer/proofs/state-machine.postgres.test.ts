import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Organizations } from "../../../src/accounts/Organizations.ts"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { Settlement } from "../../../src/calls/attempts/Settlement.ts"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { ContactRemoval } from "../../../src/calls/erasure/ContactRemoval.ts"
import { Tagging } from "../../../src/calls/outcomes/Tagging.ts"
import { NumberSuppression } from "../../../src/calls/queue/NumberSuppression.ts"
import { CallMoves } from "../../../src/calls/review/CallMoves.ts"
import { Campaigns } from "../../../src/campaigns/Campaigns.ts"
import { JourneyRules } from "../../../src/campaigns/JourneyRules.ts"
import {
  type CallEvent,
  CarrierBusy,
  type CarrierCall,
  CarrierRefused,
  InvalidNumber,
  NoClearAnswer
} from "../../../src/carriers/Carrier.ts"
import { Audiences } from "../../../src/contacts/Audiences.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { encodeContacts } from "../../../src/contacts/encoded-contacts.ts"
import { FrequencyCaps } from "../../../src/contacts/FrequencyCaps.ts"
import { CampaignControl } from "../../../src/dialer/CampaignControl.ts"
import { Claims } from "../../../src/dialer/Claims.ts"
import { Dispatch } from "../../../src/dialer/Dispatch.ts"
import { Pace } from "../../../src/dialer/Pace.ts"
import type { CallbackSlot } from "../../../src/domain/calendar/callback-slot.ts"
import { undeterminedBecause } from "../../../src/domain/calls/Finding.ts"
import { organizationReadyToCall } from "../../support/data/organizations.ts"
import { makeRandom } from "../../support/random.ts"
import { engine } from "../../support/servers/test-database.ts"
import { dialingServices } from "../../support/services/dialing.ts"
import { stillCarrier, stillNode } from "../../support/services/still-carrier.ts"
import { type Command, randomCommands } from "./dialing-commands.ts"
import * as model from "./dialing-model.ts"

const isFull = process.env.PROVE === "full"
const seed = Number(process.env.TEST_SEED)

/** The carrier's answer to the next request. */
const script: {
  originate: Effect.Effect<{ readonly callSid: string }, InvalidNumber | CarrierBusy | CarrierRefused | NoClearAnswer>
  lookUp: Effect.Effect<CarrierCall | "NOT_PLACED", NoClearAnswer>
  readonly hungUp: Array<string>
} = { originate: Effect.never, lookUp: Effect.never, hungUp: [] }

const carrier = stillCarrier({
  originate: () => script.originate,
  lookUp: () => script.lookUp,
  hangUp: ({ callSid }) => Effect.sync(() => void script.hungUp.push(callSid))
})

const runtime = ManagedRuntime.make(dialingServices(carrier))
afterAll(runtime.dispose)
type Services = Layer.Success<ReturnType<typeof dialingServices>>

const run = <A, E>(effect: Effect.Effect<A, E, Services>) => runtime.runPromise(effect)
const sqlOf = <A extends object>(statement: (sql: PgClient.PgClient) => Effect.Effect<ReadonlyArray<A>, unknown>) =>
  run(Effect.flatMap(PgClient.PgClient, statement))

/** Returns the tag of the failure, if there is one. */
const outcomeOf = <E extends { readonly _tag: string }>(effect: Effect.Effect<unknown, E, Services>) =>
  run(effect.pipe(Effect.match({ onSuccess: () => "done", onFailure: ({ _tag }) => _tag as string })))

/** A new runtime each time, because closing it awaits everything that it began. */
const dispatched = (use: (dispatch: Dispatch["Service"]) => Effect.Effect<unknown>) =>
  run(
    Effect.scoped(
      Effect.flatMap(Layer.build(Dispatch.layer.pipe(Layer.fresh, Layer.provide(stillNode))), (built) =>
        Effect.provideContext(Dispatch.use(use), built)
      )
    )
  )

interface Walk {
  readonly organizationId: number
  readonly flowId: string
  readonly audienceId: string
  readonly numbers: ReadonlyArray<string>
  world: model.World
}

const people = 6

const begin = async (): Promise<Walk> => {
  const { audience, flow, organizationId } = await run(organizationReadyToCall)
  const numbers = Array.from({ length: people + 2 }, (_, index) => `+91980000000${index}`)
  const rows = numbers.slice(0, people).map((phoneNumber, index) => ({ name: `Person ${index}`, phoneNumber }))
  const { contactIds } = await run(Contacts.use(({ upsert }) => upsert(organizationId, encodeContacts(rows))))
  await run(Audiences.use(({ addContacts }) => addContacts(organizationId, audience.id, contactIds)))
  const world: model.World = {
    quota: 1000,
    used: 0,
    reserved: 0,
    perDay: 0,
    perWeek: 0,
    window: null,
    registry: [],
    contacts: contactIds.map((id, index) => ({ id, phone: numbers[index]!, deleted: false })),
    ledger: {},
    campaigns: [],
    attempts: []
  }
  return { organizationId, flowId: flow.id, audienceId: audience.id, numbers, world }
}

/** The results of a command in the service and in the model; undefined when it had no object to act on. */
interface Step {
  readonly actual: () => Promise<unknown>
  readonly expected: (world: model.World, now: number, actual: any, rows: Rows, tolerance: number) => unknown
}

const stepOf = (walk: Walk, command: Command): Step | undefined => {
  const { organizationId, world } = walk
  const at = <A>(items: ReadonlyArray<A>, share: number): A | undefined => items[Math.floor(share * items.length)]
  /** Selects the first ones far more often than the others. */
  const near = <A>(items: ReadonlyArray<A>, share: number): A | undefined => at(items, share ** 3)
  const attemptsBy = (isFirst: (attempt: model.Attempt) => boolean) => {
    const real = world.attempts.filter(({ no }) => no > 0).reverse()
    return [...real.filter(isFirst), ...real.filter((one) => !isFirst(one))]
  }
  const sidOf = (attempt: model.Attempt) => attempt.sid ?? `CA${attempt.id}`
  const same = (world: model.World, { id }: model.Attempt) => world.attempts.find((one) => one.id === id)!

  switch (command.do) {
    case "create": {
      const { settings } = command
      const inMinutes = (minutes: number | null) => (minutes === null ? null : new Date(Date.now() + minutes * 60_000))
      const [scheduledAt, endAt] = [inMinutes(settings.scheduledInMinutes), inMinutes(settings.endsInMinutes)]
      return {
        actual: () =>
          run(
            Campaigns.use(({ create }) =>
              create(organizationId, {
                name: "Spring",
                useCaseType: "CUSTOM",
                flowId: walk.flowId,
                audienceId: walk.audienceId,
                callsPerMinute: settings.callsPerMinute,
                maxConcurrentCalls: settings.maxConcurrentCalls,
                callTimeoutMinutes: settings.callTimeoutMinutes,
                ...settings.policy,
                bestTimeOptimization: false,
                endAt,
                scheduledAt: scheduledAt?.toISOString() ?? null,
                timezone: scheduledAt === null ? null : "UTC"
              })
            )
          ).then(({ id }) => id),
        expected: (world, _, id) => {
          world.campaigns.push({
            id,
            status: "DRAFT",
            reason: null,
            settings,
            policy: settings.policy,
            scheduledAt: scheduledAt?.getTime() ?? null,
            endAt: endAt?.getTime() ?? null,
            rules: {},
            epoch: 0,
            nextStartAt: null,
            resumedAt: null,
            calls: []
          })
          return id
        }
      }
    }
    case "start":
    case "startScheduled":
    case "pause":
    case "resume":
    case "cancel": {
      const campaign = at(world.campaigns, command.campaign)
      if (campaign === undefined) return undefined
      const { do: move } = command
      const moved = (world: model.World, now: number, rows: Rows) => {
        const same = model.campaignOf(world, campaign.id)
        const newId = (contact: number) =>
          rows.calls.find((row) => row.campaign === campaign.id && row.contact === world.contacts[contact]!.id)?.id ??
          ""
        if (move === "start") return model.start(world, same, now, newId)
        if (move === "startScheduled") {
          if (same.status !== "SCHEDULED") return "WrongState"
          return model.start(world, same, now, newId)
        }
        if (move === "pause") return model.pause(same)
        return move === "resume" ? model.resume(world, same, now) : model.cancel(same)
      }
      return {
        actual: () => outcomeOf(CampaignControl.use((control) => control[move](organizationId, campaign.id))),
        expected: (world, now, _, rows) => moved(world, now, rows)
      }
    }
    case "takeOver": {
      const campaign = at(world.campaigns, command.campaign)
      if (campaign === undefined) return undefined
      return {
        actual: () => run(Pace.use(({ takeOver }) => takeOver(campaign.id))),
        expected: (world) => {
          const same = model.campaignOf(world, campaign.id)
          if (same.resumedAt === null) return undefined
          same.epoch++
          return String(same.epoch)
        }
      }
    }
    case "turn":
    case "staleTurn": {
      const running = world.campaigns.filter(({ status }) => status === "IN_PROGRESS")
      const campaign = near([...running, ...world.campaigns.filter((one) => !running.includes(one))], command.campaign)
      if (campaign === undefined || campaign.resumedAt === null) return undefined
      const epoch = campaign.epoch - (command.do === "turn" ? 0 : 1)
      return {
        actual: () => run(Claims.use(({ next }) => next(campaign.id, String(epoch)))),
        expected: (world, now, actual, _, tolerance) => {
          const attemptId = actual.kind === "claimed" ? actual.call.attemptId : "none was made"
          const { kind, millis } = model.turn(world, model.campaignOf(world, campaign.id), epoch, now, attemptId)
          return actual.kind === kind && isNear(actual.millis, millis, tolerance) ? actual : { kind, millis }
        }
      }
    }
    case "pace": {
      const campaign = at(world.campaigns, command.campaign)
      if (campaign === undefined) return undefined
      const { change } = command
      return {
        actual: () => outcomeOf(CampaignControl.use(({ setPace }) => setPace(organizationId, campaign.id, change))),
        expected: (world, now) => model.changePace(world, model.campaignOf(world, campaign.id), change, now)
      }
    }
    case "policy": {
      const campaign = at(world.campaigns, command.campaign)
      if (campaign === undefined) return undefined
      const { endsInMinutes: ends, ...policy } = command.change
      const endAt = ends === undefined ? undefined : ends === null ? null : new Date(Date.now() + ends * 60_000)
      const changes = { ...policy, ...(endAt !== undefined && { endAt }) }
      return {
        actual: () =>
          outcomeOf(Campaigns.use(({ updateRetryPolicy }) => updateRetryPolicy(organizationId, campaign.id, changes))),
        expected: (world) =>
          model.changePolicy(
            model.campaignOf(world, campaign.id),
            policy,
            endAt === undefined ? undefined : (endAt?.getTime() ?? null)
          )
      }
    }
    case "rule": {
      const campaign = at(world.campaigns, command.campaign)
      if (campaign === undefined) return undefined
      const { action } = command
      const delay = action === "RETRY" ? command.delay : null
      const change = Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const rules = yield* JourneyRules
        const [label] = yield* sql<{ id: string }>`select id from intent_labels
          where campaign_id = ${campaign.id} and seed = ${command.label}`.pipe(Effect.orDie)
        if (action === null) return yield* rules.remove(organizationId, campaign.id, label!.id)
        yield* rules.put(organizationId, campaign.id, label!.id, { action, retryDelayMinutes: delay })
      })
      return {
        actual: () => outcomeOf(change),
        expected: (world) => {
          const same = model.campaignOf(world, campaign.id)
          if (action === null && same.rules[command.label] === undefined) return "JourneyRuleNotFound"
          if (action === null) delete same.rules[command.label]
          else same.rules[command.label] = { action, delay }
          return "done"
        }
      }
    }
    case "failures": {
      const running = world.campaigns.filter(({ status }) => status === "IN_PROGRESS")
      const campaign = near([...running].reverse(), command.campaign)
      if (campaign === undefined) return undefined
      const call = campaign.calls[0]!
      const first = Math.min(0, ...world.attempts.map(({ no }) => no))
      const rows = Array.from({ length: command.count }, (_, index) => ({
        id: randomUUID(),
        no: first - 1 - index,
        outcome: index < command.failed ? "CARRIER_ERROR" : "NO_ANSWER"
      }))
      const endedAt = Date.now()
      return {
        actual: () =>
          sqlOf((sql) => {
            const time = new Date(endedAt)
            const inserted = rows.map(({ id, no, outcome }) => ({
              ...{ organization_id: organizationId, id, campaign_id: campaign.id, call_id: call.id, attempt_no: no },
              ...{
                phone_number: call.phone,
                account: "a test",
                epoch: 0,
                reserved_minutes: 0,
                first_of_day: false,
                started_at: time
              },
              ...{ lease_expires_at: time, ended_at: time, outcome }
            }))
            return Effect.forEach(inserted, (row) => sql`insert into attempts ${sql.insert(row)}`)
          }).then(() => "done"),
        expected: (world) => {
          for (const { id, no, outcome } of rows) {
            world.attempts.push({
              ...{ id, no, outcome, call: call.id, campaign: campaign.id, phone: call.phone, epoch: 0, reserved: 0 },
              ...{
                sid: null,
                startedAt: endedAt,
                leaseUntil: endedAt,
                endedAt,
                duration: 0,
                reminderFor: null,
                heard: false,
                answeredAt: null,
                notedAt: null,
                hangUp: false,
                optedOut: false,
                analyzed: false
              }
            })
          }
          return "done"
        }
      }
    }
    case "answer": {
      const attempt = near(
        attemptsBy((one) => model.isLive(one) && one.sid === null),
        command.attempt
      )
      if (attempt === undefined) return undefined
      const { answer: response, waitMillis } = command
      const sid = sidOf(attempt)
      return {
        actual: async () => {
          script.originate = answers(sid, waitMillis)[response]
          script.hungUp.length = 0
          let rest: number | undefined
          const claimedAt = performance.now()
          const { campaign: campaignId, id: attemptId, phone: to } = attempt
          const call = {
            attemptId,
            campaignId,
            to,
            from: "+15005550006",
            account: "a test",
            limitSeconds: 60,
            claimedAt
          }
          await dispatched(({ place }) =>
            place(call, (millis) => {
              rest = millis
            })
          )
          return { rest, hungUp: [...script.hungUp] }
        },
        expected: (world, now) => {
          const asked = model.answer(world, same(world, attempt), response, sid, waitMillis, now)
          return { rest: asked === "asked" && response === "busy" ? waitMillis : undefined, hungUp: [] }
        }
      }
    }
    case "word":
    case "ended": {
      const attempt = near(attemptsBy(model.isLive), command.attempt)
      if (attempt === undefined) return undefined
      const callSid = sidOf(attempt)
      const ids = { attemptId: attempt.id, callSid }
      const event: CallEvent =
        command.do === "ended"
          ? { ...ids, kind: "ended", outcome: command.outcome, durationSeconds: command.seconds, answeredBy: null }
          : command.kind === "answered"
            ? { ...ids, kind: "answered", answeredBy: "human" }
            : { ...ids, kind: command.kind }
      return {
        actual: () => dispatched(({ handle }) => handle(event)),
        expected: (world, now) => {
          if (command.do === "ended") model.end(world, same(world, attempt), command, callSid, now)
          else model.hear(same(world, attempt), callSid, command.kind === "answered" ? now : null)
        }
      }
    }
    case "talked": {
      const attempt = near(attemptsBy(model.isLive), command.attempt)
      if (attempt === undefined) return undefined
      const { seconds } = command
      const ending = { outcome: "CONNECTED" as const, durationSeconds: seconds, answeredBy: null, callSid: null }
      const live = { organizationId, id: attempt.id, callId: attempt.call }
      return {
        actual: () =>
          run(
            Effect.andThen(
              Transcripts.use(({ noteHeard }) => noteHeard(live)),
              Effect.asVoid(Settlement.use(({ settle }) => settle(attempt.id, ending)))
            )
          ),
        expected: (world, now) => {
          model.say(world, same(world, attempt), "word", now)
          model.end(world, same(world, attempt), { outcome: "CONNECTED", seconds }, null, now)
        }
      }
    }
    case "says": {
      const attempt = near(attemptsBy(model.isLive), command.attempt)
      if (attempt === undefined) return undefined
      const { what } = command
      const live = { organizationId, id: attempt.id, callId: attempt.call }
      return {
        actual: () =>
          run(
            Transcripts.use((transcripts) =>
              what === "word" ? transcripts.noteHeard(live) : transcripts.noteOptOut(live)
            )
          ),
        expected: (world, now) => model.say(world, same(world, attempt), what, now)
      }
    }
    case "lookUp": {
      const attempt = near(attemptsBy(model.isLive).filter(model.isLive), command.attempt)
      if (attempt === undefined) return undefined
      const { found } = command
      const sid = sidOf(attempt)
      return {
        actual: async () => {
          script.lookUp = lookedUp(attempt, sid, found)
          const live = await run(Attempts.use((attempts) => attempts.live(attempt.campaign)))
          await dispatched(({ lookUp }) => lookUp(live.find(({ id }) => id === attempt.id)!))
        },
        expected: (world, now) => model.lookUp(world, same(world, attempt), found, sid, now)
      }
    }
    case "strangerEnded": {
      const ids = { attemptId: randomUUID(), callSid: `CA${randomUUID()}` }
      const end = { outcome: "NO_ANSWER", durationSeconds: 0, answeredBy: null } as const
      return {
        actual: () =>
          dispatched(({ handle }) =>
            Effect.andThen(
              handle({ ...ids, kind: "answered", answeredBy: null }),
              handle({ ...ids, kind: "ended", ...end })
            )
          ),
        expected: () => undefined
      }
    }
    case "tag": {
      const awaits = ({ call, no }: model.Attempt) =>
        model.allCalls(world).some((one) => one.id === call && one.attempts === no && one.awaitsTagUntil !== null)
      const attempt = near(attemptsBy(awaits), command.attempt)
      if (attempt === undefined) return undefined
      const { callback, label, promise } = command.finding
      const finding = Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const [found] = yield* sql<{ id: string }>`select id from intent_labels
          where campaign_id = ${attempt.campaign} and seed = ${label}`.pipe(Effect.orDie)
        return {
          ...undeterminedBecause("a test"),
          labelId: found?.id ?? null,
          callback: slotOf(callback),
          commitment: promise === null ? null : { amount: null, date: promise }
        }
      })
      return {
        actual: () =>
          run(
            Effect.flatMap(finding, (finding) =>
              Tagging.use(({ tag }) => tag({ organizationId, id: attempt.id }, { finding, callbackVariable: null }))
            )
          ),
        expected: (world) => model.tagConversation(world, same(world, attempt), command.finding)
      }
    }
    case "giveUp":
      return {
        // The result also counts calls that earlier walks have left, so it is not compared.
        actual: () => run(Effect.asVoid(Tagging.use(({ giveUp }) => giveUp))),
        expected: (world, now) => model.giveUp(world, now)
      }
    case "fulfil":
    case "restore": {
      const isMeant = (call: model.Call) =>
        command.do === "fulfil" ? call.callbackAt !== null : call.status === "SUPPRESSED"
      const calls = model.allCalls(world)
      const call = near([...calls.filter(isMeant), ...calls.filter((one) => !isMeant(one))], command.call)
      if (call === undefined) return undefined
      const { id } = world.campaigns.find(({ calls }) => calls.includes(call))!
      const find = (world: model.World) => {
        const campaign = model.campaignOf(world, id)
        return { campaign, call: campaign.calls.find((one) => one.id === call.id)! }
      }
      if (command.do === "fulfil") {
        return {
          actual: () => outcomeOf(CallMoves.use(({ fulfill }) => fulfill(organizationId, id, call.id, "admin"))),
          expected: (world) => model.fulfil(find(world).call)
        }
      }
      return {
        actual: () =>
          outcomeOf(CallMoves.use(({ restore }) => restore(organizationId, id, call.id, { actor: "admin" }))),
        expected: (world, now) => model.restore(world, find(world).campaign, find(world).call, now)
      }
    }
    case "addDnc": {
      const phoneNumber = at(walk.numbers, command.number)!
      return {
        actual: () =>
          run(NumberSuppression.use(({ enter }) => enter(organizationId, { phoneNumber, actor: "admin" }))).then(
            () => undefined
          ),
        expected: (world) => model.enterRegistry(world, phoneNumber)
      }
    }
    case "removeDnc": {
      const phone = at(world.registry, command.number)
      if (phone === undefined) return undefined
      const leave = Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const [entry] = yield* sql<{ id: string }>`select id from do_not_contact
          where organization_id = ${organizationId} and phone_number = ${phone}`.pipe(Effect.orDie)
        yield* NumberSuppression.use((numbers) => numbers.leave(organizationId, entry!.id, "admin"))
      })
      return {
        actual: () => outcomeOf(leave),
        expected: (world) => {
          world.registry = world.registry.filter((other) => other !== phone)
          return "done"
        }
      }
    }
    case "deleteContact": {
      const index = Math.floor(command.contact * people)
      const { id } = world.contacts[index]!
      return {
        actual: () => outcomeOf(ContactRemoval.use(({ remove }) => remove(organizationId, id))),
        expected: (world) => model.deleteContact(world, index)
      }
    }
    case "changeNumber": {
      const index = Math.floor(command.contact * people)
      const isTaken = (phone: string) => world.contacts.some((contact) => !contact.deleted && contact.phone === phone)
      const free = walk.numbers.filter((phone) => !isTaken(phone))
      const phoneNumber = near([...free, ...walk.numbers.filter(isTaken)], command.number)!
      const { id } = world.contacts[index]!
      return {
        actual: () => outcomeOf(Contacts.use(({ update }) => update(organizationId, id, { phoneNumber }))),
        expected: (world) => model.changeNumber(world, index, phoneNumber)
      }
    }
    case "cap": {
      const { perDay, perWeek } = command
      const cap = { maxCallsPerDay: perDay, maxCallsPerWeek: perWeek }
      return {
        actual: () => outcomeOf(FrequencyCaps.use(({ update }) => update(organizationId, cap, "admin"))),
        expected: (world) => {
          Object.assign(world, { perDay, perWeek })
          return "done"
        }
      }
    }
    case "quota": {
      const minutesQuota = world.used + command.left
      return {
        actual: () => outcomeOf(Organizations.use(({ update }) => update(organizationId, { minutesQuota }))),
        expected: (world) => {
          world.quota = minutesQuota
          return "done"
        }
      }
    }
    case "window": {
      const window = windowFrom(command.opensInMinutes, command.minutes)
      const callingWindow = window && {
        days: [1, 2, 3, 4, 5, 6, 7] as const,
        start: clock(window.start),
        end: clock(window.end)
      }
      return {
        actual: () => outcomeOf(Organizations.use(({ update }) => update(organizationId, { callingWindow }))),
        expected: (world) => {
          world.window = window
          return "done"
        }
      }
    }
    case "pass": {
      const { millis } = command
      return {
        actual: () => sqlOf((sql) => passStatement(sql, organizationId, millis)).then(() => undefined),
        expected: (world) => model.pass(world, millis)
      }
    }
  }
}

/** In Indian time, on one day; times after midnight are cut off. */
const windowFrom = (opensIn: number | null, minutes: number): model.World["window"] => {
  if (opensIn === null) return null
  const start = (Math.floor(Date.now() / 60_000) + 330 + opensIn + 2880) % 1440
  return { start, end: Math.min(start + minutes, 1440) }
}
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

const answers = (
  callSid: string,
  retryAfterMillis: number
): Readonly<Record<model.Answer, (typeof script)["originate"]>> => ({
  placed: Effect.succeed({ callSid }),
  busy: Effect.fail(new CarrierBusy({ reason: "a test", retryAfterMillis })),
  invalid: Effect.fail(new InvalidNumber({ reason: "a test" })),
  refused: Effect.fail(new CarrierRefused({ reason: "a test" })),
  noWord: Effect.fail(new NoClearAnswer({ reason: "a test" }))
})

const lookedUp = ({ id }: model.Attempt, callSid: string, found: model.Found): (typeof script)["lookUp"] => {
  if (found === "notPlaced") return Effect.succeed("NOT_PLACED")
  if (found === "noWord") return Effect.fail(new NoClearAnswer({ reason: "a test" }))
  if (typeof found === "string") return Effect.succeed({ callSid, state: found })
  const { outcome, seconds: durationSeconds } = found
  const ids = { attemptId: id, callSid, answeredBy: null }
  return Effect.succeed({ callSid, state: "ended", event: { ...ids, kind: "ended", outcome, durationSeconds } })
}

const slotOf = (callback: model.Finding["callback"]): CallbackSlot | null =>
  callback === null
    ? null
    : {
        ...{ said: "later", day: null, time: null, partOfDay: null, zone: null },
        ...(callback === "unsure" ? { afterMinutes: 30, certain: false } : { afterMinutes: callback, certain: true })
      }

/** Moves all times of the organization into the past. */
const passStatement = (sql: PgClient.PgClient, organizationId: number, millis: number) => {
  const back = (table: string, ...columns: ReadonlyArray<string>) => {
    const by = columns.map((column) => `${column} = ${column} - interval '${millis} milliseconds'`).join(", ")
    return sql.literal(`update ${table} set ${by} where organization_id = ${organizationId}`)
  }
  return sql`with
    c as (${back("campaigns", "scheduled_at", "end_at")}),
    p as (${back("campaign_pace", "next_start_at", "resumed_at")}),
    a as (${back("attempts", "started_at", "lease_expires_at", "ended_at", "answered_at")}),
    t as (${back("talks", "noted_at")}),
    l as (update phone_ledger set calls = array(select call - ${millis} * interval '1 millisecond'
      from unnest(calls) call order by call) where organization_id = ${organizationId})
    ${back("calls", "next_attempt_at", "callback_scheduled_at", "reminder_until", "awaits_tag_until", "started_at", "completed_at")}`
}

// The state in the rows.

interface Rows {
  readonly now: number
  readonly organization: any
  readonly campaigns: ReadonlyArray<any>
  readonly calls: ReadonlyArray<any>
  readonly attempts: ReadonlyArray<any>
  readonly registry: ReadonlyArray<string>
  readonly ledger: Readonly<Record<string, number>>
}

const readRows = async (organizationId: number): Promise<Rows> => {
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`
  const rows = (columns: string, from: string) =>
    `coalesce((select json_agg(r) from (select ${columns} from ${from}) r), '[]')`
  const ours = `organization_id = ${organizationId}`
  const [read] = await sqlOf<{ read: Rows }>((sql) =>
    sql.unsafe(`select json_build_object(
      'now', ${ms("clock_timestamp()")},
      'organization', (select json_build_object('used', minutes_used, 'reserved', minutes_reserved)
        from current_usage where ${ours}),
      'campaigns', ${rows(
        `c.id, c.status, c.status_reason as reason, coalesce(p.epoch, 0) as epoch,
        ${ms("p.next_start_at")} as "nextStartAt", ${ms("p.resumed_at")} as "resumedAt", to_json(f) as figures`,
        `campaigns c left join campaign_pace p on p.campaign_id = c.id
        left join campaign_figures f on f.campaign_id = c.id where c.${ours}`
      )},
      'calls', ${rows(
        `c.campaign_id as campaign, c.id, contact_id as contact, phone_number as phone, status, attempts,
        extra_attempts as extra, priority, ${ms("next_attempt_at")} as next, failure_reason as "failureReason",
        l.name as label, intent_source as source, intent_undetermined as undetermined,
        journey_action as "journeyAction", flagged_for_review as flagged, suppression,
        suppression_reason as "suppressionReason", deferrals, deferral_reason as "deferralReason", connected, outcome,
        duration, call_sid as sid, callbacks, ${ms("callback_scheduled_at")} as "callbackAt",
        callback_adjusted as "callbackAdjusted", reminder_for::text as "reminderFor",
        ${ms("reminder_until")} as "reminderUntil", in_review_since is not null as "inReview",
        ${ms("awaits_tag_until")} as "awaitsTagUntil", ${ms("started_at")} as "startedAt",
        ${ms("completed_at")} as "completedAt"`,
        `calls c left join intent_labels l on l.id = c.intent_label_id where c.${ours}`
      )},
      'attempts', ${rows(
        `campaign_id as campaign, id, call_id as call, attempt_no as no, phone_number as phone, epoch,
        reserved_minutes as reserved, call_sid as sid, ${ms("started_at")} as "startedAt",
        ${ms("lease_expires_at")} as "leaseUntil", ${ms("ended_at")} as "endedAt", outcome,
        reminder_for::text as "reminderFor", duration_seconds as duration,
        hang_up_requested_at is not null as "hangUp", ${ms("answered_at")} as "answeredAt",
        ${ms("(select noted_at from talks t where t.attempt_id = attempts.id)")} as "notedAt",
        exists (select 1 from talks t where t.attempt_id = attempts.id and t.heard) as heard,
        exists (select 1 from talks t where t.attempt_id = attempts.id and t.opted_out) as "optedOut",
        exists (select 1 from analyses n where n.attempt_id = attempts.id and not n.given_up) as analyzed`,
        `attempts where ${ours}`
      )},
      'registry', coalesce((select json_agg(phone_number order by phone_number) from do_not_contact where ${ours}), '[]'),
      'ledger', coalesce((select json_object_agg(phone_number, cardinality(array(select 1 from unnest(calls) call
          where call > clock_timestamp() - interval '167 hours 55 minutes')))
        from phone_ledger where ${ours} and cardinality(calls) > 0), '{}')
    ) as read`)
  )
  return read!.read
}

const timesOf = {
  campaign: ["nextStartAt", "resumedAt"],
  call: ["next", "callbackAt", "reminderUntil", "awaitsTagUntil", "startedAt", "completedAt"],
  attempt: ["startedAt", "leaseUntil", "endedAt", "answeredAt", "notedAt"]
} as const

/**
 * Returns the differences between the rows and the model. A time may be off by the duration of the
 * command and some slack.
 */
const differences = (world: model.World, rows: Rows, tolerance: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  const compare = (what: string, times: ReadonlyArray<string>, expected: any, actual: any) => {
    if (actual === undefined) return found.push(`${what} is not there`)
    for (const name of Object.keys(expected)) {
      const [should, is] = [expected[name], actual[name]]
      const isRight =
        times.includes(name) && should !== null && is !== null ? Math.abs(should - is) <= tolerance : should === is
      if (!isRight) found.push(`${what}: ${name} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`)
    }
  }
  const { used, reserved } = world
  compare("the organization", [], { used, reserved }, rows.organization)
  for (const [index, campaign] of world.campaigns.entries()) {
    const what = `campaign ${index}`
    const actual = rows.campaigns.find(({ id }) => id === campaign.id)
    const { epoch, nextStartAt, reason, resumedAt, status } = campaign
    compare(
      what,
      timesOf.campaign,
      { epoch, nextStartAt, reason, resumedAt, status },
      { ...actual, reason: reasonOf(actual.reason) }
    )
    const calls = rows.calls.filter((row) => row.campaign === campaign.id)
    if (calls.length !== campaign.calls.length) found.push(`${what} has ${calls.length} calls`)
    for (const call of campaign.calls) {
      const row = calls.find(({ id }) => id === call.id)
      const contact = world.contacts[call.contact]!.id
      compare(`${what}, person ${call.contact}`, timesOf.call, { ...call, contact }, row)
    }
    if (campaign.calls.length > 0) compare(`figures of ${what}`, [], figuresOf(campaign), actual.figures)
  }
  if (rows.attempts.length !== world.attempts.length) found.push(`there are ${rows.attempts.length} attempts`)
  for (const attempt of world.attempts) {
    const row = rows.attempts.find(({ id }) => id === attempt.id)
    compare(`attempt ${attempt.no} of ${attempt.phone}`, timesOf.attempt, attempt, row)
  }
  compare("the registry", [], { all: [...world.registry].sort().join() }, { all: rows.registry.join() })
  const recent = rows.now - (167 * 60 + 55) * 60_000
  for (const [phone, calls] of Object.entries(world.ledger)) {
    const count = calls.filter((at) => at > recent).length
    compare(`the ledger of ${phone}`, [], { count }, { count: rows.ledger[phone] ?? 0 })
  }
  return found
}

const reasonOf = (reason: string | null) =>
  reason === null ? null : /used up/.test(reason) ? "quota" : /failed at the carrier/.test(reason) ? "breaker" : reason

const figuresOf = ({ calls }: model.Campaign) => {
  const count = (isOne: (call: model.Call) => boolean) => calls.filter(isOne).length
  const sum = (of: (call: model.Call) => number) => calls.reduce((total, call) => total + of(call), 0)
  return {
    total: calls.length,
    pending: count(({ status }) => status === "PENDING"),
    queued: count(({ status }) => status === "QUEUED"),
    in_progress: count(({ status }) => status === "IN_PROGRESS"),
    completed: count(({ status }) => status === "COMPLETED"),
    failed: count(({ status }) => status === "FAILED"),
    skipped: count(({ status }) => status === "SKIPPED"),
    suppressed: count(({ status }) => status === "SUPPRESSED"),
    attempts: sum(({ attempts }) => attempts),
    deferrals: sum(({ deferrals }) => deferrals),
    connected: count(({ connected }) => connected),
    awaiting_tag: count(({ awaitsTagUntil }) => awaitsTagUntil !== null)
  }
}

/** From now on the model uses the times of the rows. */
const adopt = (world: model.World, rows: Rows) => {
  const copy = (times: ReadonlyArray<string>, into: any, from: any) => {
    for (const name of times) into[name] = from[name]
  }
  for (const campaign of world.campaigns) {
    copy(
      timesOf.campaign,
      campaign,
      rows.campaigns.find(({ id }) => id === campaign.id)
    )
    for (const call of campaign.calls) {
      copy(
        timesOf.call,
        call,
        rows.calls.find(({ id }) => id === call.id)
      )
    }
  }
  for (const attempt of world.attempts) {
    const row = rows.attempts.find(({ id }) => id === attempt.id)
    const calls = world.ledger[attempt.phone] ?? []
    const place = calls.indexOf(attempt.startedAt)
    if (place >= 0) calls[place] = row.startedAt
    copy(timesOf.attempt, attempt, row)
  }
}

const slack = 60

const isNear = (actual: number | undefined, millis: number | undefined, tolerance: number) =>
  actual === undefined || millis === undefined || Math.abs(actual - Math.min(30_000, millis)) <= tolerance

/**
 * Checks the invariants. A pace limits the starts after it was set, so the limits are checked when a campaign starts a
 * call: those that were started or live before may be more.
 */
const broken = (world: model.World, attempts: ReadonlyArray<model.Attempt>, rows: Rows): ReadonlyArray<string> => {
  const found: Array<string> = []
  const live = rows.attempts.filter(({ endedAt }) => endedAt === null)
  if (new Set(live.map(({ phone }) => phone)).size < live.length) found.push("two live attempts at one number")
  const known = new Set(attempts.map(({ id }) => id))
  for (const { campaign: id, startedAt: at } of rows.attempts.filter((one) => one.no > 0 && !known.has(one.id))) {
    const { callsPerMinute, maxConcurrentCalls } = model.campaignOf(world, id).settings
    const starts = rows.attempts.filter(
      ({ campaign, no, startedAt }) => campaign === id && no > 0 && startedAt > at - 60_000
    ).length
    if (starts > callsPerMinute) found.push(`${starts} starts in a minute`)
    const liveCalls = live.filter(({ campaign }) => campaign === id).length
    if (liveCalls > maxConcurrentCalls) found.push(`${liveCalls} calls at once`)
  }
  return found
}

/** Walks until the rows and the model disagree; returns the differences, if any. */
const walkAlong = async (commands: ReadonlyArray<Command>): Promise<ReadonlyArray<string> | undefined> => {
  const walk = await begin()
  let before = (await readRows(walk.organizationId)).now
  for (const [index, command] of commands.entries()) {
    const step = stepOf(walk, command)
    if (step === undefined) continue
    const actual = await step.actual()
    const rows = await readRows(walk.organizationId)
    const tolerance = rows.now - before + slack
    // The exact time is unknown: nearly always it makes no difference.
    const candidates = [before, rows.now].map((now) => {
      const world = structuredClone(walk.world)
      const expected = step.expected(world, now, actual, rows, tolerance)
      const problems = [
        ...sameResult(expected, actual),
        ...differences(world, rows, tolerance),
        ...broken(world, walk.world.attempts, rows)
      ]
      return { world, problems }
    })
    const right = candidates.find(({ problems }) => problems.length === 0)
    if (right === undefined) return [`after command ${index}:`, ...candidates[0]!.problems]
    adopt(right.world, rows)
    walk.world = right.world
    before = rows.now
    counted[command.do] = (counted[command.do] ?? 0) + 1
  }
  return undefined
}

const counted: Record<string, number> = {}

const sameResult = (expected: unknown, actual: unknown): ReadonlyArray<string> => {
  const [should, is] = [JSON.stringify(expected), JSON.stringify(actual)]
  return should === is ? [] : [`the result is ${is}, not ${should}`]
}

/** Returns the fewest commands that still fail. */
const shrink = async (commands: ReadonlyArray<Command>, problems: ReadonlyArray<string>) => {
  let shortest = { commands, problems }
  for (let size = Math.ceil(commands.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.commands.length; ) {
      const shorter = [...shortest.commands.slice(0, from), ...shortest.commands.slice(from + size)]
      const problems = await walkAlong(shorter)
      if (problems === undefined) from += size
      else shortest = { commands: shorter, problems }
    }
  }
  return shortest
}

const walks = isFull ? 300 : 8
const steps = 70

describe("calls and campaigns", () => {
  test(
    `the rows agree with the model in ${walks} walks of ${steps} commands`,
    async () => {
      for (let walk = 0; walk < walks; walk++) {
        const commands = randomCommands(makeRandom(seed + walk), steps)
        const found = await walkAlong(commands)
        if (found === undefined) continue
        const { commands: shortest, problems } = await shrink(commands, found)
        const list = shortest.map((command, index) => `${index} ${JSON.stringify(command)}`)
        expect.fail([`walk ${walk} of TEST_SEED=${seed}:`, ...list, ...problems].join("\n"))
      }
      if (isFull) console.log(`Commands on ${engine}: ${JSON.stringify(counted)}`)
    },
    isFull ? 1_800_000 : undefined
  )
})
