import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import {
  type BandRecords,
  type BestTime,
  bestTime,
  clusterKeys,
  decayed,
  describeBestTime
} from "../domain/best-time.ts"
import type { Contact } from "../domain/Contact.ts"

/** When a person is likeliest to answer. */
export class BestTimes extends Context.Service<
  BestTimes,
  {
    readonly of: (
      organizationId: number,
      contact: Contact
    ) => Effect.Effect<BestTime & { readonly label: string | null }>
  }
>()("carillon/calls/BestTimes") {
  static readonly layer = Layer.effect(
    BestTimes,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const of = Effect.fn("BestTimes.of")(function* (organizationId: number, contact: Contact) {
        const individual = `person:${contact.phoneNumber}`
        const clusters = clusterKeys(contact).map((key) => `cluster:${key}`)
        const rows = yield* sql<Row>`select whose, band, attempts, connects, attempt_weight as "attemptWeight",
            connect_weight as "connectWeight", updated_at as "updatedAt"
          from answer_times where organization_id = ${organizationId}
            and whose = any(${[individual, organization, ...clusters]}::text[])`
        const now = yield* Clock.currentTimeMillis
        const recordsOf = (whose: string) =>
          toRecords(
            rows.filter((row) => row.whose === whose),
            now
          )
        const best = bestTime({
          individual: recordsOf(individual),
          clusters: clusters.map(recordsOf),
          organization: recordsOf(organization)
        })
        return { ...best, label: describeBestTime(best).label }
      }, Effect.orDie)

      return BestTimes.of({ of })
    })
  )
}

const organization = "organization"

interface Row {
  readonly whose: string
  readonly band: number
  readonly attempts: number
  readonly connects: number
  /** Of the time `updatedAt`. */
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
