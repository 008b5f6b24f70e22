import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { Statement } from "effect/sql"
import { CarrierAccount, isCarrierAccountId, type NewCarrierAccount } from "../../domain/callers/CarrierAccount.ts"
import { AppConfig } from "../../platform/config.ts"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"

export class CarrierAccountNotFound extends Schema.TaggedError<CarrierAccountNotFound>()(
  "CarrierAccountNotFound",
  {}
) {}

/** An account would be invalid; `path` is the invalid field. */
export class CarrierAccountRefused extends Schema.TaggedError<CarrierAccountRefused>()("CarrierAccountRefused", {
  path: Schema.String,
  message: Schema.String
}) {}

/** The account cannot be removed, because numbers call from it, or calls from it are under way. */
export class CarrierAccountInUse extends Schema.TaggedError<CarrierAccountInUse>()("CarrierAccountInUse", {
  message: Schema.String
}) {}

/** The organizations' own accounts at the carrier, with their sealed tokens. */
export class CarrierAccounts extends Context.Service<
  CarrierAccounts,
  {
    readonly list: (organizationId: number) => Effect.Effect<ReadonlyArray<CarrierAccount>>
    /**
     * Adds an account, or changes it. Without a token the stored one stays. `examine` asks the carrier first: it returns
     * null if the carrier accepts the account, or why the carrier could not be asked.
     */
    readonly put: (
      organizationId: number,
      account: NewCarrierAccount,
      actor: string,
      examine: (account: {
        readonly accountId: string
        readonly authToken: Redacted.Redacted
      }) => Effect.Effect<string | null, CarrierAccountRefused>
    ) => Effect.Effect<CarrierAccount, CarrierAccountRefused>
    readonly remove: (
      organizationId: number,
      accountId: string,
      actor: string
    ) => Effect.Effect<void, CarrierAccountNotFound | CarrierAccountInUse>
    /** The token of an account; undefined if no organization has the account, or the token cannot be opened. */
    readonly tokenOf: (accountId: string) => Effect.Effect<Redacted.Redacted | undefined>
    /** Returns the accounts of all organizations that were changed last, at most this many. */
    readonly latest: (
      atMost: number
    ) => Effect.Effect<ReadonlyArray<{ readonly accountId: string; readonly organizationId: number }>>
    /** The organization that has an account. */
    readonly ownerOf: (accountId: string) => Effect.Effect<number | undefined>
    /** Reserves the next start of an account. Returns false if it is not due yet. */
    readonly start: (organizationId: number, accountId: string) => Effect.Effect<boolean>
  }
>()("carillon/accounts/CarrierAccounts") {
  static readonly layer = Layer.effect(
    CarrierAccounts,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const log = yield* SecurityLog
      const { twilio } = yield* AppConfig

      const read = (organizationId: number) =>
        accountRows(sql`select a.carrier, a.account_id, a.calls_per_second, a.last_four, a.changed_at, a.changed_by,
            a.examined_at, a.not_examined,
            (select count(*)::int from caller_ids k
              where k.organization_id = a.organization_id and k.account_id = a.account_id) as numbers
          from carrier_accounts a where a.organization_id = ${organizationId} order by a.account_id`)

      const list = Effect.fn("CarrierAccounts.list")((organizationId: number) => Effect.orDie(read(organizationId)))

      const find = Effect.fnUntraced(function* (organizationId: number, accountId: string) {
        return (yield* read(organizationId)).find((one) => one.accountId === accountId)
      })

      const refuse = (path: string, message: string) => new CarrierAccountRefused({ path, message })

      const put: CarrierAccounts["Service"]["put"] = Effect.fn("CarrierAccounts.put")(
        function* (organizationId, account, actor, examine) {
          const { accountId, authToken } = account
          if (Option.exists(twilio, ({ accountSid }) => accountSid === accountId))
            return yield* refuse("accountId", "is the account of the installation")
          const owner = yield* ownerOf(accountId)
          if (owner !== undefined && owner !== organizationId) return yield* belongsToAnother
          const token = authToken === undefined ? yield* tokenOf(accountId) : Redacted.make(authToken)
          // Holds no connection of the database while the carrier is asked.
          const notExamined = token === undefined ? null : yield* examine({ accountId, authToken: token })
          return yield* store(organizationId, account, actor, {
            examinedAt: token !== undefined && notExamined === null ? sql`clock_timestamp()` : sql`null`,
            notExamined
          })
        }
      )

      const store = Effect.fnUntraced(
        function* (
          organizationId: number,
          account: NewCarrierAccount,
          actor: string,
          { examinedAt, notExamined }: { readonly examinedAt: Statement.Fragment; readonly notExamined: string | null }
        ) {
          const { accountId, authToken, callsPerSecond, carrier } = account
          const details = { carrier, callsPerSecond, ...(authToken !== undefined && { token: "set" }) }
          const stored =
            authToken === undefined
              ? yield* sql`update carrier_accounts set calls_per_second = ${callsPerSecond}
                  where organization_id = ${organizationId} and account_id = ${accountId} returning 1`
              : yield* seal(organizationId, { ...account, authToken }, actor)
          if (stored.length === 0) {
            return yield* authToken === undefined
              ? refuse("authToken", "is missing: a new account needs its auth token")
              : belongsToAnother
          }
          yield* sql`update carrier_accounts set examined_at = ${examinedAt}, not_examined = ${notExamined},
              changed_at = clock_timestamp(), changed_by = ${actor}
            where organization_id = ${organizationId} and account_id = ${accountId}`
          yield* log.append(organizationId, { actor, action: "carrier-account.configure", target: accountId, details })
          return (yield* find(organizationId, accountId)) as CarrierAccount
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const belongsToAnother = refuse("accountId", "is an account of another organization")

      // A value is sealed for its row, so a new token gets a new id.
      const seal = (
        organizationId: number,
        { accountId, authToken, callsPerSecond, carrier }: NewCarrierAccount & { readonly authToken: string },
        actor: string
      ) => {
        const id = newId()
        const sealed = secrets.seal(authToken, sealedCarrierTokens.place(organizationId, id))
        const lastFour = authToken.length < shortestShown ? null : authToken.slice(-4)
        return sql`insert into carrier_accounts as a
            (organization_id, id, carrier, account_id, auth_token, last_four, calls_per_second, changed_by)
          values (${organizationId}, ${id}, ${carrier}, ${accountId}, ${sealed}, ${lastFour}, ${callsPerSecond}, ${actor})
          on conflict (account_id) do update set id = excluded.id, carrier = excluded.carrier,
            auth_token = excluded.auth_token, last_four = excluded.last_four, calls_per_second = excluded.calls_per_second
          where a.organization_id = excluded.organization_id returning 1`
      }

      const remove = Effect.fn("CarrierAccounts.remove")(
        function* (organizationId: number, accountId: string, actor: string) {
          // The id of a path may be any text.
          if (!isCarrierAccountId(accountId)) return yield* new CarrierAccountNotFound()
          // A claim changes this row as well, so with the row locked no claim from this account is under way.
          yield* sql`select 1 from carrier_accounts
            where organization_id = ${organizationId} and account_id = ${accountId} for update`
          const found = yield* find(organizationId, accountId)
          if (found === undefined) return yield* new CarrierAccountNotFound()
          if (found.numbers > 0) {
            const numbers = found.numbers === 1 ? "1 number calls" : `${found.numbers} numbers call`
            const message = `${numbers} from this account: choose another account for them, or remove them`
            return yield* new CarrierAccountInUse({ message })
          }
          const live = yield* liveCalls(organizationId, accountId)
          if (live > 0) {
            const calls = live === 1 ? "1 call from this account is" : `${live} calls from this account are`
            const message = `${calls} under way, and could neither be ended nor settled without its token: wait until they have ended`
            return yield* new CarrierAccountInUse({ message })
          }
          yield* sql`delete from carrier_accounts
            where organization_id = ${organizationId} and account_id = ${accountId}`
          yield* log.append(organizationId, { actor, action: "carrier-account.delete", target: accountId })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      // Reads a table that belongs to src/calls, which this folder must not import. Its account is an address of the
      // carrier that ends with the id.
      const liveCalls = (organizationId: number, accountId: string) =>
        Effect.map(
          sql<{ calls: number }>`select count(*)::int as calls from attempts where organization_id = ${organizationId}
            and ended_at is null and right(account, length(${accountId}) + 1) = '/' || ${accountId}`,
          ([row]) => row?.calls ?? 0
        )

      const tokenOf = Effect.fn("CarrierAccounts.tokenOf")(function* (accountId: string) {
        if (!isCarrierAccountId(accountId)) return undefined
        const [row] = yield* sql<{ id: string; organizationId: number; authToken: string }>`select id, organization_id,
            auth_token from carrier_accounts where account_id = ${accountId}`
        if (row === undefined) return undefined
        return yield* secrets.open(row.authToken, sealedCarrierTokens.place(row.organizationId, row.id)).pipe(
          Effect.map((token) => Redacted.make(token)),
          Effect.tapError(({ message }) =>
            Effect.logError(
              `Could not open the token of carrier account ${accountId}; its calls fail until it is set again: ${message}`
            )
          ),
          Effect.orElseSucceed(() => undefined)
        )
      }, Effect.orDie)

      const latest = Effect.fn("CarrierAccounts.latest")(
        (atMost: number) => sql<{ accountId: string; organizationId: number }>`select account_id, organization_id
          from carrier_accounts order by changed_at desc limit ${atMost}`,
        Effect.orDie
      )

      const ownerOf = Effect.fn("CarrierAccounts.ownerOf")(function* (accountId: string) {
        const [row] = yield* sql<{ organizationId: number }>`select organization_id from carrier_accounts
          where account_id = ${accountId}`
        return row?.organizationId
      }, Effect.orDie)

      const start = Effect.fnUntraced(function* (organizationId: number, accountId: string) {
        const started = yield* sql`update carrier_accounts
          set next_start_at = clock_timestamp() + make_interval(secs => 1 / calls_per_second)
          where organization_id = ${organizationId} and account_id = ${accountId}
            and next_start_at <= clock_timestamp() returning 1`
        return started.length > 0
      }, Effect.orDie)

      return CarrierAccounts.of({ list, put, remove, tokenOf, latest, ownerOf, start })
    })
  )
}

export const sealedCarrierTokens = sealedColumn("carrier_accounts", "auth_token", "id")

/** Minimum length of a token whose last characters are shown. */
const shortestShown = 16

const accountRows = rowsOf(CarrierAccount)
