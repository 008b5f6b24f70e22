import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../platform/config.ts"
import { ListenAddress } from "../platform/ListenAddress.ts"

/** Where the carrier reaches us: the public URL, but for the simulated one, which never leaves this machine. */
export class CallbackBase extends Context.Service<CallbackBase, { readonly url: Effect.Effect<string> }>()(
  "carillon/carriers/CallbackBase"
) {
  static readonly layer = Layer.effect(
    CallbackBase,
    Effect.gen(function* () {
      const { carrier, publicUrl } = yield* AppConfig
      const listening = yield* ListenAddress
      return CallbackBase.of({ url: carrier === "simulated" ? listening.url : Effect.succeed(publicUrl) })
    })
  )
}
