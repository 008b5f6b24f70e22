import { Context, Effect } from "effect"

/**
 * Whether the credentials of a request still open what they opened at its start: its session, token and role. An answer
 * without an end asks this again and again.
 */
export const StillAllowed = Context.Reference<Effect.Effect<boolean>>("carillon/api/StillAllowed", {
  defaultValue: () => Effect.succeed(true)
})
