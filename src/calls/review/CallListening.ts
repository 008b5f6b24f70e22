import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Scope, type Stream } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import { LiveAudio, type TooManyListeners } from "../conversations/LiveAudio.ts"
import { CallNotFound } from "../views/CallRecords.ts"
import { NotUnderWay } from "./HangUps.ts"

/** Lets an operator listen to a live call. Nothing is recorded but that they did. */
export class CallListening extends Context.Service<
  CallListening,
  {
    /** Streams the audio of the live attempt of a call until it ends, or the scope closes. */
    readonly begin: (
      organizationId: number,
      callId: string
    ) => Effect.Effect<Stream.Stream<Uint8Array>, CallNotFound | NotUnderWay | TooManyListeners, Scope.Scope>
  }
>()("carillon/calls/CallListening") {
  static readonly layer = Layer.effect(
    CallListening,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = yield* SecurityLog
      const audio = yield* LiveAudio

      const begin: CallListening["Service"]["begin"] = Effect.fnUntraced(
        function* (organizationId, callId) {
          const [call] = yield* sql<{ id: string | null; attempt: number | null }>`select a.id, a.attempt_no as attempt
            from calls c left join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
              and a.ended_at is null
            where c.organization_id = ${organizationId} and c.id = ${callId}`
          if (call === undefined) return yield* new CallNotFound()
          const { attempt, id } = call
          if (id === null) return yield* new NotUnderWay()
          const parts = yield* audio.listen({ id, organizationId })
          yield* log.append(organizationId, {
            action: "call.listen",
            target: callId.toLowerCase(),
            details: { attempt }
          })
          return parts
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return CallListening.of({ begin })
    })
  )
}
