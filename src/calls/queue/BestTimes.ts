import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import type { Organization } from "../../domain/accounts/Organization.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { hasRung, type Outcome } from "../../domain/dialing/after-attempt.ts"
import {
  type BandRecords,
  type BestTime,
  bandOf,
  bestTime,
  clusterKeys,
  decayed,
  describeBestTime,
  halfLifeMillis
} from "../../domain/dialing/best-time.ts"
import { personZone } from "../../domain/dialing/calling-hours.ts"
import { transaction } from "../../platform/sql/transaction.ts"

/** Learns at which time of day a person is most likely to answer. */
export class BestTimes extends Context.Service<
  BestTimes,
  {
    readonly of: (
      organizationId: number,
      contact: Contact
    ) => Effect.Effect<BestTime & { readonly label: string | null }>
    /** Counts an ended attempt once, even if called repeatedly; corrects the count if the outcome has changed. */
    readonly note: (organizationId: number, callId: string, attemptNo: number) => Effect.Effect<void>
  }
>()("carillon/calls/BestTimes") {
  static readonly layer = Layer.effect(
    BestTimes,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const of = Effect.fn("BestTimes.of")(function* (organizationId: number, contact: Contact) {
        const [person, , ...clusters] = keysOf(contact.phoneNumber, contact)
        const rows = yield* sql<Row>`select whose, band, attempts, connects, attempt_weight, connect_weight,
            updated_at
          from answer_times where organization_id = ${organizationId}
            and whose = any(${keysOf(contact.phoneNumber, contact)}::text[])`
        const now = yield* Clock.currentTimeMillis
        const recordsOf = (whose: string) =>
          toRecords(
            rows.filter((row) => row.whose === whose),
            now
          )
        const best = bestTime({
          individual: recordsOf(person),
          clusters: clusters.map(recordsOf),
          organization: recordsOf(organization)
        })
        return { ...best, label: describeBestTime(best).label }
      }, Effect.orDie)

      const note = Effect.fn("BestTimes.note")(
        function* (organizationId: number, callId: string, attemptNo: number) {
          const [attempt] = yield* sql<EndedAttempt>`select a.id, a.phone_number, a.outcome, a.started_at,
            a.is_callback, a.counted_as, m.timezone as campaign_timezone, o.calling_window, o.timezone,
            coalesce(p.metadata, '{}') as metadata, p.age_band, p.city_tier, p.occupation
          from attempts a
            join calls c on c.organization_id = a.organization_id and c.id = a.call_id
            left join contacts p on p.organization_id = c.organization_id and p.id = c.contact_id
            join campaigns m on m.organization_id = a.organization_id and m.id = a.campaign_id
            join organizations o on o.id = a.organization_id
          where a.organization_id = ${organizationId} and a.call_id = ${callId} and a.attempt_no = ${attemptNo}
            and a.kind = 'OUTBOUND' and a.ended_at is not null and a.phone_number not like '%*%' for no key update of a`
          // Ignores callbacks: a person is likely to answer at the time that they asked for, whatever the hour.
          if (attempt === undefined || attempt.isCallback || !hasRung(attempt.outcome)) return
          if (attempt.countedAs === isConnect(attempt)) return
          const band = bandOf(attempt.startedAt, zoneOf(attempt))
          if (band !== undefined) yield* count(organizationId, attempt, band)
        },
        transaction(sql),
        Effect.orDie
      )

      // Sorts the keys, so that concurrent transactions lock the shared rows in the same order.
      const count = (organizationId: number, attempt: EndedAttempt, band: number) => {
        const attempts = attempt.countedAs === null ? 1 : 0
        const connects = Number(isConnect(attempt)) - Number(attempt.countedAs ?? false)
        const whose = [...keysOf(attempt.phoneNumber, attempt)].sort()
        return sql`with counted as (update attempts set counted_as = ${isConnect(attempt)}
            where organization_id = ${organizationId} and id = ${attempt.id})
          insert into answer_times as t (organization_id, whose, band, attempts, connects, attempt_weight, connect_weight,
            updated_at)
          select ${organizationId}::int, whose, ${band}::smallint, ${attempts}::int, ${connects}::int,
              ${attempts}::float8, ${connects}::float8, clock_timestamp()
            from unnest(${whose}::text[]) whose
          on conflict (organization_id, whose, band) do update set attempts = t.attempts + excluded.attempts,
            connects = greatest(0, t.connects + excluded.connects),
            attempt_weight = t.attempt_weight * ${weightLeft} + excluded.attempt_weight,
            connect_weight = greatest(0, t.connect_weight * ${weightLeft} + excluded.connect_weight),
            updated_at = excluded.updated_at`
      }

      const weightLeft = sql.literal(`power(0.5, extract(epoch from excluded.updated_at - t.updated_at)::float8
        / ${halfLifeMillis / 1000})`)

      return BestTimes.of({ of, note })
    })
  )
}

const organization = "organization"

/** Returns the key of a person's records. */
export const individual = (phoneNumber: string) => `person:${phoneNumber}` as const

/** Keys of the records that an attempt counts for: the person, the organization, and clusters of similar people. */
const keysOf = (phoneNumber: string, person: Demographics) =>
  [individual(phoneNumber), organization, ...clusterKeys(person).map((key) => `cluster:${key}`)] as const

type Demographics = Pick<Contact, "ageBand" | "cityTier" | "occupation">

const isConnect = ({ outcome }: EndedAttempt) => outcome === "CONNECTED"

const zoneOf = ({ callingWindow, campaignTimezone, metadata, phoneNumber, timezone }: EndedAttempt) =>
  personZone({ phoneNumber, metadata }, { campaignTimezone, window: callingWindow, organizationTimezone: timezone })

/** An attempt with the details of its contact; a contact that is gone has none. */
interface EndedAttempt extends Demographics, Pick<Contact, "metadata"> {
  readonly id: string
  readonly phoneNumber: string
  readonly outcome: Outcome
  readonly startedAt: Date
  readonly isCallback: boolean
  /** Whether the attempt was counted as connected; null when it was not counted yet. */
  readonly countedAs: boolean | null
  readonly campaignTimezone: string | null
  /** Calling hours and time zone of the organization. */
  readonly callingWindow: Organization["callingWindow"]
  readonly timezone: string
}

interface Row {
  readonly whose: string
  readonly band: number
  readonly attempts: number
  readonly connects: number
  /** Decayed weights as of `updatedAt`. */
  readonly attemptWeight: number
  readonly connectWeight: number
  readonly updatedAt: Date
}

const toRecords = (rows: ReadonlyArray<Row>, now: number): BandRecords =>
  Array.from({ length: 6 }, (_, band) => {
    const row = rows.find((one) => one.band === band)
    if (row === undefined) return { attempts: 0, connects: 0, attemptWeight: 0, connectWeight: 0 }
    const age = now - row.updatedAt.getTime()
    return {
      attempts: row.attempts,
      connects: row.connects,
      attemptWeight: decayed(row.attemptWeight, age),
      connectWeight: decayed(row.connectWeight, age)
    }
  })
