import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import type { Role } from "../../domain/accounts/ApiKey.ts"
import { OpenSession } from "../../domain/people/Person.ts"
import { newId } from "../../platform/ids.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { lastUses } from "../last-uses.ts"
import { newToken } from "../new-token.ts"
import { Requester } from "../Requester.ts"
import { everyHour } from "../retention.ts"
import { SecurityLog } from "../SecurityLog.ts"
import { tokenDigest } from "./token-digest.ts"

/** There is no such session, or it has ended. */
export class SessionEnded extends Schema.TaggedError<SessionEnded>()("SessionEnded", {}) {}

/** The person whose session a request belongs to. */
export interface SignedIn {
  readonly sessionId: string
  readonly personId: string
  readonly name: string
  readonly isSuperAdmin: boolean
  /** Whether the person has signed in within the last 10 minutes. */
  readonly isFresh: boolean
  /** Whether the person has signed in by a link within that time: they may have lost their password. */
  readonly isFreshByLink: boolean
  /** The role in the organization that was asked for; undefined without one. */
  readonly role: Role | undefined
}

/** Sessions of people in browsers. One ends after 12 hours without a request, and after 7 days in any case. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Opens a session in place of the one that the browser had, and returns its token. */
    readonly open: (personId: string, browser: Browser) => Effect.Effect<string>
    /** Returns the person of a session, with the role in an organization if one is given. */
    readonly find: (token: string, organizationId?: number) => Effect.Effect<SignedIn, SessionEnded>
    /** Like `find`, but does not count as a use of the session. */
    readonly look: (token: string, organizationId?: number) => Effect.Effect<SignedIn, SessionEnded>
    readonly list: (personId: string, currentId: string) => Effect.Effect<ReadonlyArray<OpenSession>>
    /** Ends a session. The next request with it is refused. */
    readonly end: (personId: string, sessionId: string) => Effect.Effect<void, SessionEnded>
  }
>()("carillon/accounts/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      const uses = yield* lastUses("sessions")
      const isOpen = sql.literal(openSessions)

      const open = Effect.fn("Sessions.open")(
        function* (personId: string, { replaces, signedInBy, userAgent }: Browser) {
          const { address } = yield* Requester
          const token = newToken(sessionPrefix)
          if (replaces !== undefined) yield* sql`delete from sessions where digest = ${tokenDigest(replaces)}`
          const id = newId()
          yield* sql`insert into sessions ${sql.insert({
            id,
            personId,
            digest: tokenDigest(token),
            address,
            signedInBy,
            userAgent: userAgent?.slice(0, 300) ?? null
          })}`
          const [person] = yield* sql<{ name: string }>`update people set last_signed_in_at = now()
            where id = ${personId} returning name`
          yield* log.append(null, {
            actor: `person:${personId}`,
            actorName: person?.name ?? null,
            action: "session.open",
            target: id,
            details: { by: signedInBy }
          })
          return token
        },
        transaction(sql),
        Effect.orDie
      )

      const look = Effect.fnUntraced(
        function* (token: string, organizationId?: number) {
          if (!looksRight.test(token)) return yield* new SessionEnded()
          // Not decoded by a schema, because this runs at every request.
          const [found] = yield* sql<Found>`select s.id as session_id, p.id as person_id, p.name, p.is_super_admin,
              s.created_at > now() - interval '10 minutes' as is_fresh,
              s.signed_in_by is not distinct from 'link' and s.created_at > now() - interval '10 minutes' as is_fresh_by_link,
              ${organizationId === undefined ? sql`null` : roleIn(sql, organizationId)} as role
            from sessions s join people p on p.id = s.person_id
            where s.digest = ${tokenDigest(token)} and ${isOpen}`
          if (found === undefined) return yield* new SessionEnded()
          return { ...found, role: found.role ?? undefined }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const find = (token: string, organizationId?: number) =>
        Effect.tap(look(token, organizationId), ({ sessionId }) => Effect.sync(() => uses.note(sessionId)))

      const list = Effect.fn("Sessions.list")(
        (personId: string, currentId: string) =>
          sessionRows(sql`select id, id = ${currentId} as is_current, address, user_agent, last_used_at, created_at
            from sessions s where person_id = ${personId} and ${isOpen} order by last_used_at desc, id`),
        Effect.orDie
      )

      const end = Effect.fn("Sessions.end")(
        function* (personId: string, sessionId: string) {
          const ended = yield* sql`delete from sessions where person_id = ${personId} and id = ${sessionId} returning 1`
          if (ended.length === 0) return yield* new SessionEnded()
          yield* log.append(null, { action: "session.end", target: sessionId })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return Sessions.of({ open, find, look, list, end })
    })
  )

  /** Deletes expired sessions, links, handshakes and invitations. */
  static readonly retention = everyHour(
    (sql) =>
      Effect.gen(function* () {
        yield* sql`delete from sessions s where not (${sql.literal(openSessions)})`
        yield* sql`delete from sign_in_links where expires_at <= now()`
        yield* sql`delete from handshakes where expires_at <= now()`
        yield* sql`delete from invitations where expires_at <= now() - interval '30 days'`
      }),
    "Could not delete expired sessions, sign-in links, handshakes and invitations; trying again in 1 hour"
  )
}

interface Browser {
  readonly userAgent: string | undefined
  /** Token of the session that the browser had. It ends, so that a planted session is of no use. */
  readonly replaces: string | undefined
  readonly signedInBy: SignInWay
}

/** How a person signs in. */
export type SignInWay = "password" | "link" | "invitation" | "passkey" | `oidc:${string}`

interface Found extends Omit<SignedIn, "role"> {
  readonly role: Role | null
}

const sessionPrefix = "ses_live_"
const looksRight = /^ses_live_[A-Za-z0-9]{32}$/

const openSessions = "s.last_used_at > now() - interval '12 hours' and s.created_at > now() - interval '7 days'"

/** Lifetime of the cookie of a session, in seconds: the longest that a session lasts. */
export const sessionSeconds = 7 * 24 * 3600

// A SUPER_ADMIN has that role in every organization that exists.
const roleIn = (sql: PgClient.PgClient, organizationId: number) => sql`case when p.is_super_admin
  then (select 'SUPER_ADMIN' from organizations o where o.id = ${organizationId})
  else (select m.role from memberships m where m.organization_id = ${organizationId} and m.person_id = p.id) end`

const sessionRows = rowsOf(OpenSession)
