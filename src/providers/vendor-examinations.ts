import { Effect, type Redacted, Stream } from "effect"
import type { EarVendor, KeyVendor, VoiceVendor } from "../domain/speech/vendors.ts"
import type { Settings } from "../platform/config.ts"
import { ProviderFailure } from "./contract/ProviderFailure.ts"
import { earAdapters } from "./Ears.ts"
import { examineEar } from "./socket/examine-ear.ts"
import type { VendorAccount } from "./socket/ProviderSocket.ts"
import { makeVoiceSockets } from "./socket/voice-sockets.ts"
import { voiceAdapters } from "./Voices.ts"
import { accountAt } from "./vendor-accounts.ts"

/** Lets a vendor hear a second of sound with the key of the settings, or one of an organization. */
export const examineEarOf = (settings: Settings, vendor: Exclude<EarVendor, "google">, ownKey?: Redacted.Redacted) =>
  withKeyOf(settings, vendor, ownKey, (account) => examineEar(earAdapters[vendor](account, { language: "en-US" })))

/** Lets a vendor speak a short word with the key of the settings, or one of an organization. */
export const examineVoiceOf = (
  settings: Settings,
  vendor: Exclude<VoiceVendor, "google">,
  ownKey?: Redacted.Redacted
) =>
  withKeyOf(settings, vendor, ownKey, (account) =>
    Effect.gen(function* () {
      const { speak } = yield* makeVoiceSockets
      const voice = { provider: "PREMIUM_TTS", language: "en-US", gender: "FEMALE" } as const
      const pieces = yield* speak(voiceAdapters[vendor](account, voice), "Hello.").pipe(
        Stream.filter(({ audio }) => audio.length > 0),
        Stream.take(1),
        Stream.runCollect
      )
      if (pieces.length === 0) yield* Effect.fail(failureOf(vendor, "no sound came"))
    }).pipe(Effect.scoped)
  )

const withKeyOf = (
  settings: Settings,
  vendor: KeyVendor,
  ownKey: Redacted.Redacted | undefined,
  examine: (account: VendorAccount) => Effect.Effect<void, ProviderFailure>
) =>
  Effect.flatMap(accountAt(settings, vendor, ownKey), (account) =>
    Effect.mapError(examine(account), (failure) =>
      concernsKey.test(failure.reason)
        ? failureOf(
            vendor,
            `${failure.reason}: ${ownKey === undefined ? `set ${vendor.toUpperCase()}_API_KEY to` : "send"} a valid key`
          )
        : failure
    )
  )

/** Vendors that refuse a key only after they have accepted the connection say so in words of their own. */
const concernsKey = /\bkey\b|\b40[13]\b|unauthori[sz]ed|forbidden|api_key|authenticat/i

const failureOf = (provider: string, reason: string) => new ProviderFailure({ provider, reason, retryable: false })
