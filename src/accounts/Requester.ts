import { Context, Effect } from "effect"

/** The request that causes an action, for the security log. */
export interface RequestOrigin {
  /** `admin`, `admin-token:<id>`, `key:<id>`, `person:<id>`, or `anonymous` before the request is authenticated. */
  readonly actor: string
  /** The name of the person; undefined for all other actors. */
  readonly actorName?: string
  readonly requestId: string | null
  readonly address: string | null
}

/** The origin of the request that a fiber serves. Outside of requests, the service itself acts. */
export const Requester = Context.Reference<RequestOrigin>("carillon/accounts/Requester", {
  defaultValue: () => ({ actor: "service", requestId: null, address: null })
})

/** Runs the rest of a request in the name of an actor. */
export const actingAs =
  (actor: string, actorName?: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Requester, (origin) =>
      Effect.provideService(effect, Requester, { ...origin, actor, ...(actorName !== undefined && { actorName }) })
    )
