import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { Usage } from "../../accounts/Usage.ts"
import { CampaignStates } from "../../campaigns/CampaignStates.ts"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import { PhoneLedger } from "../../contacts/PhoneLedger.ts"
import { type LastAttempt, type Reception, receive } from "../../domain/dialing/calling-back.ts"
import { Signals } from "../../events/Signals.ts"
import { newId } from "../../platform/ids.ts"
import { transaction } from "../../platform/sql/transaction.ts"

/** A call of a person to a number of the service. */
export interface IncomingCall {
  readonly callSid: string
  /** The number of the person. */
  readonly from: string
  /** The number that they have called. */
  readonly to: string
  /** The organization whose own carrier account has taken the call; left out: any may have called the person. */
  readonly organizationId?: number
}

export type CalledNumber = Pick<IncomingCall, "from" | "to" | "organizationId">

/** The attempt that a person may call back, with what the answer to them needs. */
export interface AttemptToAnswer extends LastAttempt {
  readonly campaignId: string
  readonly callId: string
  readonly contactId: string
  readonly live: LiveCall | null
  /** The language of the flow; null if the flow was deleted. */
  readonly language: string | null
}

/** An attempt under way, with what is needed to end it. */
type LiveCall = NonNullable<LastAttempt["live"]> & {
  readonly id: string
  readonly account: string
  readonly callSid: string | null
}

export interface BegunAttempt {
  readonly id: string
  readonly limitSeconds: number
}

/** Attempts in which the person has called the service. They count in no pace, cap or number of retries. */
export class InboundAttempts extends Context.Service<
  InboundAttempts,
  {
    /** Decides how the call of a person is answered, without changing anything. */
    readonly receive: (call: IncomingCall) => Effect.Effect<Reception<AttemptToAnswer>>
    /**
     * Begins the attempt of a person who calls back, on the row of the call that they call back. Undefined if that is not
     * allowed any more. The carrier may report the same call twice: it has one attempt.
     */
    readonly begin: (
      call: IncomingCall & { readonly account: string },
      answered: AttemptToAnswer
    ) => Effect.Effect<BegunAttempt | undefined>
    /** Has a ringing attempt end, because the person calls now. Returns false if it was answered, or has ended. */
    readonly makeWay: (attemptId: string) => Effect.Effect<boolean>
    /** The organizations that have called a person from a number, ever. */
    readonly callersOf: (call: CalledNumber) => Effect.Effect<ReadonlyArray<Caller>>
    /** All organizations that have placed calls. */
    readonly callers: Effect.Effect<ReadonlyArray<Caller>>
  }
>()("carillon/calls/InboundAttempts") {
  static readonly layer = Layer.effect(
    InboundAttempts,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const states = yield* CampaignStates
      const dnc = yield* DoNotContact
      const ledger = yield* PhoneLedger
      const usage = yield* Usage
      const signals = yield* Signals

      // By the index of the numbers of attempts.
      const lastAttempts = Effect.fnUntraced(function* (call: CalledNumber) {
        const { from, organizationId = null, to } = call
        return yield* sql<Omit<AttemptToAnswer, "isListed">>`with last as (
            select distinct on (organization_id) * from attempts
            where phone_number = ${from} and coalesce(caller_id, ${to}) = ${to}
              and (${organizationId}::int is null or organization_id = ${organizationId})
            order by organization_id, started_at desc, id desc
          )
          select a.id, a.organization_id, a.started_at,
            case when l.id is not null then json_build_object('id', l.id, 'account', l.account, 'callSid', l.call_sid,
              'isAnswered', coalesce(l.answered_at, l.stream_opened_at) is not null,
              'isInbound', l.kind = 'INBOUND') end as live,
            c.status as call_status, m.status as campaign_status, f.id is not null and k.id is not null as is_whole,
            a.campaign_id, a.call_id, c.contact_id, f.language
          from last a
            left join attempts l on l.organization_id = a.organization_id and l.phone_number = a.phone_number
              and l.ended_at is null
            join calls c on c.organization_id = a.organization_id and c.id = a.call_id
            join campaigns m on m.organization_id = a.organization_id and m.id = a.campaign_id
            left join flows f on f.organization_id = m.organization_id and f.id = m.flow_id
            left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
              and k.phone_number = a.phone_number`
      })

      const decide = Effect.fnUntraced(function* (call: IncomingCall, ofOrganization?: number) {
        const found = (yield* lastAttempts(call)).filter(
          ({ organizationId }) => ofOrganization === undefined || organizationId === ofOrganization
        )
        const numbers = found.map((attempt) => ({ ...attempt, phoneNumber: call.from }))
        const listed = new Set((yield* dnc.listedAmong(numbers)).map(({ id }) => id))
        const attempts = found.map((attempt) => ({ ...attempt, isListed: listed.has(attempt.id) }))
        const [{ now }] = (yield* sql<{ now: Date }>`select clock_timestamp() as now`) as [{ now: Date }]
        return receive(attempts, now)
      })

      const receiveCall = Effect.fn("InboundAttempts.receive")((call: IncomingCall) => Effect.orDie(decide(call)))

      const begin: InboundAttempts["Service"]["begin"] = Effect.fn("InboundAttempts.begin")(
        function* (call, { callId, campaignId, organizationId }) {
          // In the order of every transaction that decides about a number: the number, the call, the campaign.
          yield* ledger.lock(organizationId, call.from)
          yield* sql`select 1 from calls where organization_id = ${organizationId} and id = ${callId} for no key update`
          const [known] = yield* sql<BegunAttempt>`select id, reserved_minutes * 60 as limit_seconds from attempts
            where phone_number = ${call.from} and call_sid = ${call.callSid} and kind = 'INBOUND'
              and organization_id = ${organizationId} and ended_at is null`
          if (known !== undefined) return known
          const campaign = yield* states.shareLock(campaignId)
          const now = yield* decide(call, organizationId)
          if (now.kind !== "connect" || now.attempt.live !== null || now.attempt.callId !== callId) return undefined
          const id = newId()
          const minutes = campaign.callTimeoutMinutes
          const limitSeconds = minutes * 60
          yield* sql`insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account,
              epoch, reserved_minutes, first_of_day, started_at, lease_expires_at, flow_version, kind, caller_id, call_sid)
            select ${organizationId}, ${id}, ${campaignId}, ${callId}, max(attempt_no) + 1, ${call.from}, ${call.account},
              0, ${minutes}, false, clock_timestamp(),
              clock_timestamp() + make_interval(secs => ${limitSeconds + graceSeconds}), ${campaign.flowVersion},
              'INBOUND', ${call.to}, ${call.callSid}
            from attempts where call_id = ${callId}`
          // Wakes the actor of the campaign, also if the campaign is over: it follows the call at the carrier.
          yield* signals.send(`campaign:${campaignId}`)
          yield* signals.send("campaigns")
          yield* usage.reserveInbound(organizationId, minutes)
          return { id, limitSeconds }
        },
        transaction(sql),
        Effect.orDie
      )

      // `openStream` refuses the stream of an attempt that is to be hung up.
      const makeWay = Effect.fn("InboundAttempts.makeWay")(function* (attemptId: string) {
        const rows = yield* sql`update attempts
          set hang_up_requested_at = coalesce(hang_up_requested_at, clock_timestamp())
          where id = ${attemptId} and ended_at is null and answered_at is null and stream_opened_at is null returning 1`
        return rows.length > 0
      }, Effect.orDie)

      const callersOf: InboundAttempts["Service"]["callersOf"] = Effect.fn("InboundAttempts.callersOf")(function* ({
        from,
        organizationId = null,
        to
      }) {
        return yield* sql<Caller>`select distinct organization_id as id from attempts
          where phone_number = ${from} and coalesce(caller_id, ${to}) = ${to}
            and (${organizationId}::int is null or organization_id = ${organizationId})`
      }, Effect.orDie)

      const callers = Effect.orDie(sql<Caller>`select o.id from organizations o
        where exists (select 1 from attempts a where a.organization_id = o.id)`)

      return InboundAttempts.of({ receive: receiveCall, begin, makeWay, callersOf, callers })
    })
  )
}

interface Caller {
  /** Id of the organization. */
  readonly id: number
}

/** Time to wait for the carrier's report after the limit of a call, s. */
const graceSeconds = 60
