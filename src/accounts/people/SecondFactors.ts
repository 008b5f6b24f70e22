import { randomBytes } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { newToken } from "../new-token.ts"
import { SecurityLog } from "../SecurityLog.ts"
import { PersonNotFound } from "./SignInLinks.ts"
import { tokenDigest } from "./token-digest.ts"
import { base32, stepOf } from "./totp.ts"

/** The person has a second factor, and gave no code. */
export class CodeRequired extends Schema.TaggedError<CodeRequired>()("CodeRequired", {}) {}

/** The code is wrong, is too old, or was used before. */
export class CodeRefused extends Schema.TaggedError<CodeRefused>()("CodeRefused", {}) {}

/** The person has a second factor already. */
export class SecondFactorIsOn extends Schema.TaggedError<SecondFactorIsOn>()("SecondFactorIsOn", {}) {}

/** Codes of authenticator apps as a second factor, and recovery codes in their place. */
export class SecondFactors extends Context.Service<
  SecondFactors,
  {
    /** Makes a secret for an app, in base32. It counts once a code of it has been confirmed. */
    readonly begin: (personId: string) => Effect.Effect<string, SecondFactorIsOn>
    /** Turns the second factor on, and returns the recovery codes. */
    readonly confirm: (personId: string, code: string) => Effect.Effect<ReadonlyArray<string>, CodeRefused>
    /** Succeeds without a second factor, or with a valid code, which is then used up. */
    readonly check: (personId: string, code: string | undefined) => Effect.Effect<void, CodeRequired | CodeRefused>
    readonly remove: (personId: string) => Effect.Effect<void>
    /** Turns off that of another person on behalf of an organization, or of the installation if null. */
    readonly removeFor: (personId: string, organizationId: number | null) => Effect.Effect<void, PersonNotFound>
  }
>()("carillon/accounts/SecondFactors") {
  static readonly layer = Layer.effect(
    SecondFactors,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const log = yield* SecurityLog

      const begin = Effect.fn("SecondFactors.begin")(
        function* (personId: string) {
          const secret = randomBytes(20)
          const sealed = secrets.seal(secret.toString("hex"), sealedTotpSecrets.place(0, personId))
          const begun = yield* sql`insert into person_totp (person_id, secret) values (${personId}, ${sealed})
            on conflict (person_id) do update set secret = excluded.secret
            where person_totp.confirmed_at is null returning 1`
          if (begun.length === 0) return yield* new SecondFactorIsOn()
          return base32(secret)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      /** Uses a code of the app up. The row stays locked until the transaction ends, so no code counts twice. */
      const accept = Effect.fnUntraced(function* (personId: string, code: string, isConfirmed: boolean) {
        const [row] = yield* sql<Row>`select secret, last_step::float8 as last_step from person_totp
          where person_id = ${personId} and (confirmed_at is not null) = ${isConfirmed} for update`
        if (row === undefined) return false
        const secret = yield* Effect.orDie(secrets.open(row.secret, sealedTotpSecrets.place(0, personId)))
        const step = stepOf(Buffer.from(secret, "hex"), code, yield* Clock.currentTimeMillis)
        if (step === undefined || step <= row.lastStep) return false
        yield* sql`update person_totp set last_step = ${step} where person_id = ${personId}`
        return true
      })

      const confirm = Effect.fn("SecondFactors.confirm")(
        function* (personId: string, code: string) {
          if (!(yield* accept(personId, code, false))) return yield* new CodeRefused()
          const codes = Array.from({ length: 10 }, () => newToken("").slice(0, 12))
          yield* sql`update person_totp set confirmed_at = now(), recovery = ${codes.map(digestOf)}::text[]
            where person_id = ${personId}`
          yield* log.append(null, { action: "second-factor.on", target: personId })
          return codes
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const check = Effect.fn("SecondFactors.check")(
        function* (personId: string, code: string | undefined) {
          const on = yield* sql`select 1 from person_totp where person_id = ${personId} and confirmed_at is not null`
          if (on.length === 0) return
          if (code === undefined) return yield* new CodeRequired()
          if (yield* accept(personId, code, true)) return
          const digest = digestOf(code)
          const recovered = yield* sql`update person_totp set recovery = array_remove(recovery, ${digest}::text)
            where person_id = ${personId} and ${digest}::text = any(recovery) returning 1`
          if (recovered.length === 0) return yield* new CodeRefused()
          yield* log.append(null, { action: "second-factor.recover", target: personId })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const removeFor = Effect.fn("SecondFactors.removeFor")(
        function* (personId: string, organizationId: number | null) {
          const found = yield* sql`select 1 from people where id = ${personId}`
          if (found.length === 0) return yield* new PersonNotFound()
          const removed = yield* sql`delete from person_totp where person_id = ${personId} returning 1`
          if (removed.length > 0) yield* log.append(organizationId, { action: "second-factor.off", target: personId })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = (personId: string) => Effect.orDie(removeFor(personId, null))

      return SecondFactors.of({ begin, confirm, check, remove, removeFor })
    })
  )
}

export const sealedTotpSecrets = sealedColumn("person_totp", "secret", "person_id")

const digestOf = (code: string) => Buffer.from(tokenDigest(code)).toString("hex")

interface Row {
  readonly secret: string
  readonly lastStep: number
}
