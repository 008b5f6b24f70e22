import { Effect, type Redacted } from "effect"
import type { EarVendor, KeyVendor, VoiceVendor } from "../domain/speech/vendors.ts"
import type { Settings } from "../platform/config.ts"
import { ProviderFailure } from "./contract/ProviderFailure.ts"
import { earAdapters } from "./Ears.ts"
import { examineEar } from "./socket/examine-ear.ts"
import { examineVoice, usualVoice } from "./socket/examine-voice.ts"
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
    Effect.scoped(
      Effect.flatMap(makeVoiceSockets, (sockets) => examineVoice(sockets, voiceAdapters[vendor](account, usualVoice)))
    )
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
            // After a colon the advice would be masked like the value of a key.
            `${failure.reason}; ${ownKey === undefined ? `set ${vendor.toUpperCase()}_API_KEY to` : "send"} a valid key`
          )
        : failure
    )
  )

/** Vendors that refuse a key only after they have accepted the connection say so in words of their own. */
const concernsKey = /\bkey\b|\b40[13]\b|unauthori[sz]ed|forbidden|api_key|authenticat/i

const failureOf = (provider: string, reason: string) => new ProviderFailure({ provider, reason, retryable: false })
