import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { Disclosure, noDisclosure } from "../domain/accounts/Disclosure.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { SecurityLog } from "./SecurityLog.ts"

/** How organizations say who calls. */
export class Disclosures extends Context.Service<
  Disclosures,
  {
    readonly get: (organizationId: number) => Effect.Effect<Disclosure>
    readonly set: (organizationId: number, disclosure: Disclosure, actor: string) => Effect.Effect<Disclosure>
  }
>()("carillon/accounts/Disclosures") {
  static readonly layer = Layer.effect(
    Disclosures,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog

      const get = Effect.fn("Disclosures.get")(function* (organizationId: number) {
        const [found] = yield* disclosureRows(sql`select legal_name, callback_number, sentences from disclosures
          where organization_id = ${organizationId}`)
        return found ?? noDisclosure
      }, Effect.orDie)

      const set = Effect.fn("Disclosures.set")(
        function* (organizationId: number, disclosure: Disclosure, actor: string) {
          const before = yield* get(organizationId)
          const { callbackNumber, legalName, sentences } = disclosure
          yield* sql`insert into disclosures (organization_id, legal_name, callback_number, sentences)
            values (${organizationId}, ${legalName}, ${callbackNumber}, ${sql.json(sentences)})
            on conflict (organization_id) do update set legal_name = excluded.legal_name,
              callback_number = excluded.callback_number, sentences = excluded.sentences`
          yield* log.append(organizationId, {
            actor,
            action: "disclosure.set",
            target: String(organizationId),
            details: { before, after: disclosure }
          })
          return disclosure
        },
        transaction(sql),
        Effect.orDie
      )

      return Disclosures.of({ get, set })
    })
  )
}

const disclosureRows = rowsOf(Disclosure)
