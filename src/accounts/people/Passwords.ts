import crypto, { randomBytes, timingSafeEqual } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema, Semaphore } from "effect"
import { transaction } from "../../platform/sql/transaction.ts"
import { SecurityLog } from "../SecurityLog.ts"

/** The password is not that of the person, or there is no such person. */
export class PasswordRefused extends Schema.TaggedError<PasswordRefused>()("PasswordRefused", {}) {}

/** The session is not fresh, so the person has to enter the password, or to sign in again. */
export class ConfirmationRequired extends Schema.TaggedError<ConfirmationRequired>()("ConfirmationRequired", {
  hasPassword: Schema.Boolean
}) {}

/** The service runs on a release of Node without argon2. */
export class PasswordsUnavailable extends Schema.TaggedError<PasswordsUnavailable>()("PasswordsUnavailable", {}) {}

/** A signed-in person. */
interface Holder {
  readonly personId: string
  readonly sessionId: string
  readonly isFresh: boolean
  readonly isFreshByLink: boolean
}

/** A person who has given the right password, and its digest. */
interface Checked {
  readonly personId: string
  readonly digest: string
}

/** Passwords of people, stored as digests by argon2id. */
export class Passwords extends Context.Service<
  Passwords,
  {
    /** Returns the digest of a new password, for storing. */
    readonly digest: (password: string) => Effect.Effect<string, PasswordsUnavailable>
    /** Returns the person with an e-mail address. Takes as long when there is no such person. */
    readonly check: (email: string, password: string) => Effect.Effect<Checked, PasswordRefused | PasswordsUnavailable>
    /**
     * Signs a person in, unless their password has changed since it was checked: the change ends the sessions that are
     * open, and must not miss one.
     */
    readonly unlessChanged: <A, R>(
      checked: Checked,
      signIn: Effect.Effect<A, never, R>
    ) => Effect.Effect<A, PasswordRefused, R>
    /**
     * Changes a password, which ends all other sessions of the person. The current password is needed, if there is one,
     * except just after a sign-in by a link: the person may have lost it.
     */
    readonly change: (
      person: Holder,
      password: string,
      current?: string
    ) => Effect.Effect<void, PasswordRefused | ConfirmationRequired | PasswordsUnavailable>
    /**
     * Succeeds if the person has just signed in or gives the password, or has no way to sign in: then nothing could
     * confirm who it is. A stolen session must not open another way into the account.
     */
    readonly confirm: (
      person: Holder,
      current?: string
    ) => Effect.Effect<void, PasswordRefused | ConfirmationRequired | PasswordsUnavailable>
  }
>()("carillon/accounts/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      // A digest takes 19 MiB and a thread of the process, which live calls need as well.
      const few = yield* Semaphore.make(2)
      const hash = (password: string, parameters: Parameters) =>
        hasPasswords()
          ? few.withPermits(1)(Effect.promise(() => argon2id(password, parameters)))
          : Effect.fail(new PasswordsUnavailable())

      const digest = Effect.fn("Passwords.digest")(function* (password: string) {
        const parameters = { ...current, salt: randomBytes(16) }
        return encoded(parameters, yield* hash(password, parameters))
      })

      const isRight = Effect.fnUntraced(function* (stored: string, password: string) {
        const { expected, ...parameters } = decoded(stored)
        return timingSafeEqual(yield* hash(password, parameters), expected)
      })

      const check = Effect.fn("Passwords.check")(
        function* (email: string, password: string) {
          const [person] = yield* sql<{ id: string; password: string | null }>`select id, password from people
            where lower(email) = lower(${email})`
          const right = yield* isRight(person?.password ?? noPerson, password)
          if (person === undefined || person.password === null || !right) return yield* new PasswordRefused()
          return { personId: person.id, digest: person.password }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const unlessChanged: Passwords["Service"]["unlessChanged"] = ({ digest, personId }, signIn) =>
        sql`select 1 from people where id = ${personId} and password = ${digest} for no key update`.pipe(
          Effect.flatMap((same) => (same.length === 0 ? new PasswordRefused() : signIn)),
          transaction(sql),
          Effect.catchTag("SqlError", Effect.die)
        )

      const confirm: Passwords["Service"]["confirm"] = Effect.fn("Passwords.confirm")(
        function* ({ isFresh, personId }, given) {
          if (isFresh) return
          const [ways] = yield* sql<Ways>`select password,
              exists (select 1 from person_identities i where i.person_id = people.id)
                or exists (select 1 from passkeys k where k.person_id = people.id) as has_others
            from people where id = ${personId}`
          const stored = ways?.password ?? null
          if (stored === null && ways?.hasOthers === false) return
          if (stored === null || given === undefined) {
            return yield* new ConfirmationRequired({ hasPassword: stored !== null })
          }
          if (!(yield* isRight(stored, given))) return yield* new PasswordRefused()
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const change: Passwords["Service"]["change"] = Effect.fn("Passwords.change")(
        function* (holder, password, given) {
          const { personId, sessionId } = holder
          const [person] = yield* sql<{ password: string | null }>`select password from people where id = ${personId}`
          const stored = person?.password ?? null
          if (stored === null) yield* confirm(holder)
          else if (given === undefined && holder.isFreshByLink) yield* Effect.void
          else if (!(yield* isRight(stored, given ?? ""))) return yield* new PasswordRefused()
          const made = yield* digest(password)
          yield* Effect.gen(function* () {
            const changed = yield* sql`update people set password = ${made}
              where id = ${personId} and password is not distinct from ${stored} returning 1`
            if (changed.length === 0) return yield* new PasswordRefused()
            yield* sql`delete from sessions where person_id = ${personId} and id <> ${sessionId}`
            yield* sql`delete from sign_in_links where person_id = ${personId}`
            yield* log.append(null, { action: "person.password", target: personId })
          }).pipe(transaction(sql))
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return Passwords.of({ digest, check, unlessChanged, change, confirm })
    })
  )
}

interface Ways {
  readonly password: string | null
  readonly hasOthers: boolean
}

interface Parameters {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly salt: Uint8Array
}

// The digest that no password has, with which an unknown e-mail address takes as long as a known one.
const noPerson = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`

/** Whether this release of Node has argon2. */
export const hasPasswords = () => typeof crypto.argon2 === "function"

/** The cost that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const current = { memory: 19_456, passes: 2 }

const argon2id = (password: string, { memory, passes, salt }: Parameters) =>
  new Promise<Buffer>((resolve, reject) => {
    // Two spellings of one letter are one password.
    const message = password.normalize("NFC")
    crypto.argon2("argon2id", { message, nonce: salt, parallelism: 1, tagLength: 32, memory, passes }, (error, tag) =>
      error === null ? resolve(tag) : reject(error)
    )
  })

// The usual text form. Each hash names its parameters, so that those of new hashes can be raised.
const encoded = ({ memory, passes, salt }: Parameters, tag: Uint8Array) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(salt)}$${unpadded(tag)}`

const decoded = (text: string) => {
  const [, memory, passes, salt = "", expected = ""] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$(.+)\$(.+)$/.exec(text) ?? []
  return {
    memory: Number(memory),
    passes: Number(passes),
    salt: Buffer.from(salt, "base64"),
    expected: Buffer.from(expected, "base64")
  }
}

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "")
